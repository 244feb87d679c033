/** Loaded once before the measured extension, so that it does not pay for jiti's own start. */
export const warm: boolean = true;
