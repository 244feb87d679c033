/**
 * One group of figures in a process of its own: what forms have gone through the engine before changes what later ones
 * cost. Argument: the group's name. Prints its figures as JSON.
 */
import { groups } from "./groups.ts";

console.log(JSON.stringify(await groups[process.argv[2] ?? ""]?.measure()));
