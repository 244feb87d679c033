/* @ts-self-types="./question.d.ts" */

/**
 * The branch of a session at one moment, reduced to its questions. Must be freed.
 */
class Branch {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        BranchFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_branch_free(ptr, 0);
    }
    /**
     * Handles an event at the desk in this branch. `desk` is the text that the last event has returned, empty at first.
     * @param {string} desk
     * @param {DeskEvent} event
     * @param {Scene} scene
     * @returns {Handled}
     */
    desk(desk, event, scene) {
        const ptr0 = passStringToWasm0(desk, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.branch_desk(this.__wbg_ptr, ptr0, len0, event, scene);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the text of `/questions`. Lines with results are at most `columns` wide.
     * @param {number} columns
     * @returns {string}
     */
    listing(columns) {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.branch_listing(this.__wbg_ptr, columns);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Reads pi's session entries, a JSON text with the oldest first, for the tool in the settings. Entries that cannot
     * be read are skipped.
     * @param {Settings} settings
     * @param {string} entries
     * @param {SessionFacts} facts
     */
    constructor(settings, entries, facts) {
        _assertClass(settings, Settings);
        const ptr0 = passStringToWasm0(entries, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.branch_new(settings.__wbg_ptr, ptr0, len0, facts);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        BranchFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Returns the questions that a plan asks, by the name there: the open ones of a call, or those that were answered
     * last, with the answers so far. Throws if there are none.
     * @param {string} ask
     * @returns {Questionnaire}
     */
    questionnaire(ask) {
        const ptr0 = passStringToWasm0(ask, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.branch_questionnaire(this.__wbg_ptr, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return Questionnaire.__wrap(ret[0]);
    }
    /**
     * Returns the texts that the user has typed as answers, oldest first.
     * @returns {string[]}
     */
    get typed() {
        const ret = wasm.branch_typed(this.__wbg_ptr);
        var v1 = getArrayJsValueFromWasm0(ret[0], ret[1]);
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
}
if (Symbol.dispose) Branch.prototype[Symbol.dispose] = Branch.prototype.free;
exports.Branch = Branch;

/**
 * A form that has closed, and what is still meant for it.
 */
class ClosedForm {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        ClosedFormFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_closedform_free(ptr, 0);
    }
    /**
     * Creates one that has closed at `now`, in milliseconds, in front of a prompt with this text.
     * @param {string} prompt
     * @param {number} now
     */
    constructor(prompt, now) {
        const val2 = +now;
        const ptr0 = passStringToWasm0(prompt, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.closedform_new(ptr0, len0, val2);
        this.__wbg_ptr = ret;
        ClosedFormFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Records that an answer from elsewhere has closed it while it had the keys.
     */
    setTaken() {
        wasm.closedform_setTaken(this.__wbg_ptr);
    }
    /**
     * Returns whether a key at `now`, in milliseconds, was meant for it; undefined once no key is. `empties`: it would send
     * or clear the prompt, which holds `prompt`.
     * @param {boolean} empties
     * @param {string} prompt
     * @param {number} now
     * @returns {boolean | undefined}
     */
    withholds(empties, prompt, now) {
        const val2 = +empties;
        const val3 = +now;
        const ptr0 = passStringToWasm0(prompt, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.closedform_withholds(this.__wbg_ptr, val2, ptr0, len0, val3);
        return ret === 0xFFFFFF ? undefined : ret !== 0;
    }
}
if (Symbol.dispose) ClosedForm.prototype[Symbol.dispose] = ClosedForm.prototype.free;
exports.ClosedForm = ClosedForm;

/**
 * A form as a sequence of plain dialogs. Must be freed after it has ended.
 */
class Dialogs {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        DialogsFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_dialogs_free(ptr, 0);
    }
    /**
     * Ends the form at once: by what interrupts it, or else as by an abort.
     */
    abort() {
        wasm.dialogs_abort(this.__wbg_ptr);
    }
    /**
     * Returns what stays the same of what the form would leave; see `asked` of `Form`.
     * @param {Host} host
     * @returns {string}
     */
    asked(host) {
        let deferred2_0;
        let deferred2_1;
        try {
            const ret = wasm.dialogs_asked(this.__wbg_ptr, host);
            var ptr1 = ret[0];
            var len1 = ret[1];
            if (ret[3]) {
                ptr1 = 0; len1 = 0;
                throw takeFromExternrefTable0(ret[2]);
            }
            deferred2_0 = ptr1;
            deferred2_1 = len1;
            return getStringFromWasm0(ptr1, len1);
        } finally {
            wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
        }
    }
    /**
     * Returns the dialog to show; undefined after the form has ended.
     * @returns {Dialog | undefined}
     */
    dialog() {
        const ret = wasm.dialogs_dialog(this.__wbg_ptr);
        return ret;
    }
    /**
     * Ends the form at `now`, in milliseconds, because the host cannot show the dialog, for this reason.
     * @param {string} reason
     * @param {number} now
     */
    hostFailed(reason, now) {
        const val2 = +now;
        const ptr0 = passStringToWasm0(reason, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        wasm.dialogs_hostFailed(this.__wbg_ptr, ptr0, len0, val2);
    }
    /**
     * Records that the host opens the dialog at `now`, in milliseconds.
     * @param {number} now
     */
    hostOpened(now) {
        wasm.dialogs_hostOpened(this.__wbg_ptr, now);
    }
    /**
     * Handles what the host has replied to the dialog at `now`, in milliseconds: any value. Returns a text that was meant for
     * its prompt.
     * @param {unknown} reply
     * @param {number} now
     * @returns {string | undefined}
     */
    hostReplied(reply, now) {
        const ret = wasm.dialogs_hostReplied(this.__wbg_ptr, reply, now);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * Ends the form from outside in the same way; see `end` of `Form`.
     * @param {"abort" | "disconnect"} how
     */
    interrupt(how) {
        const ptr0 = passStringToWasm0(how, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        wasm.dialogs_interrupt(this.__wbg_ptr, ptr0, len0);
    }
    /**
     * Returns whether the form is to be ended from outside; after its end, whether that came too late.
     * @returns {boolean}
     */
    get isInterrupted() {
        const ret = wasm.dialogs_isInterrupted(this.__wbg_ptr);
        return ret !== 0;
    }
    /**
     * Returns whether the user has entered anything.
     * @returns {boolean}
     */
    get isTouched() {
        const ret = wasm.dialogs_isTouched(this.__wbg_ptr);
        return ret !== 0;
    }
    /**
     * Returns what the form would leave if it failed now; see `left` of `Form`.
     * @returns {string | undefined}
     */
    left() {
        const ret = wasm.dialogs_left(this.__wbg_ptr);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * Creates the dialogs of a host that has lists, inputs, or both. Choices are options of the dialogs, or listed in the
     * title and answered by typing. `isWriting` says whether the prompt of the user's terminal holds unsent text; undefined
     * for a program. In a terminal, dialogs are guarded; see `guard` of `Form`. `unshown`: why the host shows no form, if
     * dialogs stand in for it. Throws if the questionnaire has a refusal.
     * @param {Questionnaire} questionnaire
     * @param {boolean} hasList
     * @param {boolean} hasInput
     * @param {boolean | null} [isWriting]
     * @param {string | null} [unshown]
     */
    constructor(questionnaire, hasList, hasInput, isWriting, unshown) {
        _assertClass(questionnaire, Questionnaire);
        const val2 = +hasList;
        const val3 = +hasInput;
        var ptr0 = isLikeNone(unshown) ? 0 : passStringToWasm0(unshown, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        var len0 = WASM_VECTOR_LEN;
        const ret = wasm.dialogs_new(questionnaire.__wbg_ptr, val2, val3, isLikeNone(isWriting) ? 0xFFFFFF : isWriting ? 1 : 0, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        DialogsFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Records that a dialog became visible at `now`, in milliseconds.
     * @param {number} now
     */
    painted(now) {
        wasm.dialogs_painted(this.__wbg_ptr, now);
    }
    /**
     * Records a key pressed at `now`, in milliseconds, which restarts the quiet period.
     * @param {number} now
     */
    pressed(now) {
        wasm.dialogs_pressed(this.__wbg_ptr, now);
    }
    /**
     * Handles the reply of a user who has read the dialog; undefined if it was closed without one.
     * @param {string | null} [reply]
     */
    reply(reply) {
        var ptr0 = isLikeNone(reply) ? 0 : passStringToWasm0(reply, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        var len0 = WASM_VECTOR_LEN;
        wasm.dialogs_reply(this.__wbg_ptr, ptr0, len0);
    }
    /**
     * Returns a message that asks the same questions of a program with a user interface of its own.
     * @param {string} request_id
     * @returns {AskUserRequest}
     */
    request(request_id) {
        const ptr0 = passStringToWasm0(request_id, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.dialogs_request(this.__wbg_ptr, ptr0, len0);
        return ret;
    }
    /**
     * Sets the size of the terminal in columns and rows. Taller dialogs are divided into pages. Without a size, no
     * dialog is.
     * @param {number} columns
     * @param {number} rows
     */
    resize(columns, rows) {
        wasm.dialogs_resize(this.__wbg_ptr, columns, rows);
    }
    /**
     * Takes a program's response to that message, which ends the form at the next reply of undefined; the open dialog has to
     * be closed for that. If the response has a fault or comes too late, returns that, and changes nothing.
     * @param {string} message
     * @returns {string | undefined}
     */
    respond(message) {
        const ptr0 = passStringToWasm0(message, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.dialogs_respond(this.__wbg_ptr, ptr0, len0);
        let v2;
        if (ret[0] !== 0) {
            v2 = getStringFromWasm0(ret[0], ret[1]);
            wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v2;
    }
    /**
     * Returns the result of a form that has ended; undefined before that.
     * @param {Host} host
     * @returns {ToolResult | undefined}
     */
    result(host) {
        const ret = wasm.dialogs_result(this.__wbg_ptr, host);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Says that an editor shows the dialogs as requests for a permission.
     */
    setEditor() {
        wasm.dialogs_setEditor(this.__wbg_ptr);
    }
}
if (Symbol.dispose) Dialogs.prototype[Symbol.dispose] = Dialogs.prototype.free;
exports.Dialogs = Dialogs;

/**
 * The questions of one form, asked of a client of the Agent Client Protocol. Must be freed after they are answered.
 */
class Elicitation {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        ElicitationFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_elicitation_free(ptr, 0);
    }
    /**
     * Returns what to do first.
     * @returns {AcpStep}
     */
    ask() {
        const ret = wasm.elicitation_ask(this.__wbg_ptr);
        return ret;
    }
    /**
     * Creates the elicitation. `capabilities` are the client's `clientCapabilities`. Throws if the questionnaire has a
     * refusal.
     * @param {Questionnaire} questionnaire
     * @param {unknown} capabilities
     * @param {AcpScope} scope
     */
    constructor(questionnaire, capabilities, scope) {
        _assertClass(questionnaire, Questionnaire);
        const ret = wasm.elicitation_new(questionnaire.__wbg_ptr, capabilities, scope);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        ElicitationFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Returns what to do after the client's reply: `{ result }` or `{ error }`, as in JSON-RPC.
     * @param {AcpReply} reply
     * @returns {AcpStep}
     */
    reply(reply) {
        const ret = wasm.elicitation_reply(this.__wbg_ptr, reply);
        return ret;
    }
    /**
     * Does the same, and enters the reply into the dialogs of the same questions, which end with the last one. The reply is
     * undefined if the client is gone.
     * @param {Dialogs} dialogs
     * @param {AcpReply | undefined} reply
     * @returns {AcpStep}
     */
    take(dialogs, reply) {
        _assertClass(dialogs, Dialogs);
        const ret = wasm.elicitation_take(this.__wbg_ptr, dialogs.__wbg_ptr, reply);
        return ret;
    }
}
if (Symbol.dispose) Elicitation.prototype[Symbol.dispose] = Elicitation.prototype.free;
exports.Elicitation = Elicitation;

/**
 * A form on the screen. Must be freed after it has ended.
 *
 * Input carries its time in milliseconds since any fixed moment. While a guard is active, the form ignores keys that
 * answer.
 */
class Form {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        FormFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_form_free(ptr, 0);
    }
    /**
     * Records at `now`, in milliseconds, that the form is visible again, after something else has covered it.
     * @param {number} now
     */
    appeared(now) {
        wasm.form_appeared(this.__wbg_ptr, now);
    }
    /**
     * Returns what stays the same of what the form would leave, for `failed`.
     * @param {Host} host
     * @returns {string}
     */
    asked(host) {
        let deferred2_0;
        let deferred2_1;
        try {
            const ret = wasm.form_asked(this.__wbg_ptr, host);
            var ptr1 = ret[0];
            var len1 = ret[1];
            if (ret[3]) {
                ptr1 = 0; len1 = 0;
                throw takeFromExternrefTable0(ret[2]);
            }
            deferred2_0 = ptr1;
            deferred2_1 = len1;
            return getStringFromWasm0(ptr1, len1);
        } finally {
            wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
        }
    }
    /**
     * Puts the picture at `path` into the open text. The host then types its marker.
     * @param {string} path
     * @param {number} now
     * @returns {Step}
     */
    attach(path, now) {
        const val2 = +now;
        const ptr0 = passStringToWasm0(path, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.form_attach(this.__wbg_ptr, ptr0, len0, val2);
        return ret;
    }
    /**
     * Handles a click on a target that `target` returned.
     * @param {Target} target
     * @param {number} now
     * @returns {Step}
     */
    click(target, now) {
        const ret = wasm.form_click(this.__wbg_ptr, target, now);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the number of lines at the top that the last two drawings have in common.
     * @returns {number}
     */
    get commonAbove() {
        const ret = wasm.form_commonAbove(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the number of lines at the bottom that the last two drawings have in common.
     * @returns {number}
     */
    get commonBelow() {
        const ret = wasm.form_commonBelow(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Ends the form from outside: because the run was aborted or the session is closing, the program that asked the user
     * disconnected, or, for a reason, the host does not show the form or cannot go on.
     * @param {FormEnd} how
     * @param {string | null} [reason]
     */
    end(how, reason) {
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passStringToWasm0(how, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = isLikeNone(reason) ? 0 : passStringToWasm0(reason, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        wasm.form_end(this.__wbg_ptr, ptr0, len0, ptr1, len1);
    }
    /**
     * Names the control that gets the user's keys.
     * @returns {Focus}
     */
    get focus() {
        const ret = wasm.form_focus(this.__wbg_ptr);
        return ret;
    }
    /**
     * Guards a form that opens. Keys that answer, toggle, open or leave something apply after a quiet period since the form
     * was painted and since the last key. `isWriting` says whether pi's prompt holds unsent text.
     * @param {boolean} isWriting
     */
    guard(isWriting) {
        wasm.form_guard(this.__wbg_ptr, isWriting);
    }
    /**
     * Returns whether part of the page is hidden, so that page keys belong to the form.
     * @returns {boolean}
     */
    get isCut() {
        const ret = wasm.form_isCut(this.__wbg_ptr);
        return ret !== 0;
    }
    /**
     * Returns whether the user has entered anything.
     * @returns {boolean}
     */
    get isTouched() {
        const ret = wasm.form_isTouched(this.__wbg_ptr);
        return ret !== 0;
    }
    /**
     * Returns what the form would leave if it failed now, for `failed`; undefined if that is the same as when this was
     * called last.
     * @returns {string | undefined}
     */
    left() {
        const ret = wasm.form_left(this.__wbg_ptr);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * Returns the marker that stands for the picture at `path` in the open text; undefined if it cannot be attached.
     * @param {string} path
     * @returns {string | undefined}
     */
    marker(path) {
        const ptr0 = passStringToWasm0(path, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.form_marker(this.__wbg_ptr, ptr0, len0);
        let v2;
        if (ret[0] !== 0) {
            v2 = getStringFromWasm0(ret[0], ret[1]);
            wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v2;
    }
    /**
     * Creates a form in which all keys apply. `commands` are the names of the commands of extensions, without the slash.
     * Throws if the questionnaire has a refusal.
     * @param {Questionnaire} questionnaire
     * @param {BoundKeys} keys
     * @param {string[] | null} [commands]
     */
    constructor(questionnaire, keys, commands) {
        _assertClass(questionnaire, Questionnaire);
        var ptr0 = isLikeNone(commands) ? 0 : passArrayJsValueToWasm0(commands, wasm.__wbindgen_malloc);
        var len0 = WASM_VECTOR_LEN;
        const ret = wasm.form_new(questionnaire.__wbg_ptr, keys, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        FormFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Records that the form became visible at `now`, in milliseconds.
     * @param {number} now
     */
    painted(now) {
        wasm.form_painted(this.__wbg_ptr, now);
    }
    /**
     * Returns the placeholder of the empty editor; empty if there is none.
     * @returns {string}
     */
    get placeholder() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.form_placeholder(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Handles a key that is bound to a command, or one without a meaning in the form, which is none. `typed`: what it types,
     * if it does. `isCompleting`: whether the editor has the focus and shows completions.
     * @param {Command | "none"} command
     * @param {number} now
     * @param {string | null} [typed]
     * @param {boolean | null} [isCompleting]
     * @returns {Step}
     */
    press(command, now, typed, isCompleting) {
        const val3 = +now;
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passStringToWasm0(command, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = isLikeNone(typed) ? 0 : passStringToWasm0(typed, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.form_press(this.__wbg_ptr, ptr0, len0, val3, ptr1, len1, isLikeNone(isCompleting) ? 0xFFFFFF : isCompleting ? 1 : 0);
        return ret;
    }
    /**
     * Returns the milliseconds until the form has to be drawn again because of its guard: 0 if it has not, infinity before
     * it is painted.
     * @param {number} now
     * @returns {number}
     */
    redrawMs(now) {
        const ret = wasm.form_redrawMs(this.__wbg_ptr, now);
        return ret;
    }
    /**
     * Sets the size of the terminal. `taken` is the number of rows that everything else than the transcript and the form
     * takes, 0 if that is unknown; `below` is how many of them are below the form, where others may push it off the screen.
     * The form gives rows back to them, as long as it can show what is chosen.
     * @param {number} columns
     * @param {number} rows
     * @param {number} taken
     * @param {number} below
     * @param {number} now
     */
    resize(columns, rows, taken, below, now) {
        wasm.form_resize(this.__wbg_ptr, columns, rows, taken, below, now);
    }
    /**
     * Returns the result of a form that has ended; undefined before that.
     * @param {Host} host
     * @returns {ToolResult | undefined}
     */
    result(host) {
        const ret = wasm.form_result(this.__wbg_ptr, host);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Sets what waits for this form to end, at the time `now`.
     * @param {Waiter[]} waiting
     * @param {number} now
     */
    setWaiting(waiting, now) {
        const ret = wasm.form_setWaiting(this.__wbg_ptr, waiting, now);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns the place of the text editor in the lines that were drawn last; undefined if it is
     * closed or has no room.
     * @returns {Slot | undefined}
     */
    get slot() {
        const ret = wasm.form_slot(this.__wbg_ptr);
        return ret;
    }
    /**
     * Records at `now`, in milliseconds, that the host was busy, so that keys come later than they were pressed.
     * @param {number} now
     */
    stalled(now) {
        wasm.form_stalled(this.__wbg_ptr, now);
    }
    /**
     * Handles the submission of the editor's text.
     * @param {string} text
     * @param {number} now
     * @returns {Step}
     */
    submit(text, now) {
        const val2 = +now;
        const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.form_submit(this.__wbg_ptr, ptr0, len0, val2);
        return ret;
    }
    /**
     * Takes what the user wants with what waits, after the step `Queue`; undefined if nothing.
     * @returns {QueueAct | undefined}
     */
    takeQueueAct() {
        const ret = wasm.form_takeQueueAct(this.__wbg_ptr);
        return ret;
    }
    /**
     * Returns the target at a row and column of what was drawn last, with the editor's lines in place. Both are
     * 0-based.
     * @param {number} row
     * @param {number} column
     * @returns {Target}
     */
    target(row, column) {
        const ret = wasm.form_target(this.__wbg_ptr, row, column);
        return ret;
    }
    /**
     * Returns the name of the open text, which no other text of the form has; empty if none is open.
     * @returns {string}
     */
    get textName() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.form_textName(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the open text, which the shim puts into pi's editor; empty if none is open.
     * @returns {string}
     */
    get text() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.form_text(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Handles what is typed in one piece, by keys without a command; empty for a text that is pasted. The host passes it on
     * to the editor after the steps `Type` and `Text`.
     * @param {string} piece
     * @param {number} now
     * @param {boolean | null} [isCompleting]
     * @returns {Step}
     */
    type(piece, now, isCompleting) {
        const val2 = +now;
        const ptr0 = passStringToWasm0(piece, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.form_type(this.__wbg_ptr, ptr0, len0, val2, isLikeNone(isCompleting) ? 0xFFFFFF : isCompleting ? 1 : 0);
        return ret;
    }
    /**
     * Handles an external editor that saved invalid text in `file`. The text of the form stays, and a notice names the
     * file.
     * @param {string} file
     * @param {number} now
     * @returns {Step}
     */
    unreadable(file, now) {
        const val2 = +now;
        const ptr0 = passStringToWasm0(file, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.form_unreadable(this.__wbg_ptr, ptr0, len0, val2);
        return ret;
    }
    /**
     * Returns the painted lines that differ from the last drawing, each of which ends in a newline. They are between
     * the lines in common. Most keys change few lines, and JavaScript takes as long to receive a line as the core to
     * draw it. `editor_rows` is the height of the text editor and `editor_cursor` the line of its cursor, 0-based;
     * both are 0 if no editor is open. `mark` is written where the host's cursor stands, unless the editor has it; undefined
     * while the form does not have the host's focus.
     * @param {Palette} palette
     * @param {number} editor_rows
     * @param {number} editor_cursor
     * @param {string | null} [mark]
     * @returns {string}
     */
    view(palette, editor_rows, editor_cursor, mark) {
        let deferred4_0;
        let deferred4_1;
        try {
            _assertClass(palette, Palette);
            const val2 = +editor_rows;
            const val3 = +editor_cursor;
            var ptr0 = isLikeNone(mark) ? 0 : passStringToWasm0(mark, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            var len0 = WASM_VECTOR_LEN;
            const ret = wasm.form_view(this.__wbg_ptr, palette.__wbg_ptr, val2, val3, ptr0, len0);
            deferred4_0 = ret[0];
            deferred4_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred4_0, deferred4_1, 1);
        }
    }
    /**
     * Handles the mouse wheel over a target that `target` returned.
     * @param {Target} target
     * @param {boolean} is_up
     * @param {number} now
     * @returns {Step}
     */
    wheel(target, is_up, now) {
        const ret = wasm.form_wheel(this.__wbg_ptr, target, is_up, now);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Handles a change of the text in the editor.
     * @param {string} text
     * @param {number} now
     * @returns {Step}
     */
    write(text, now) {
        const val2 = +now;
        const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.form_write(this.__wbg_ptr, ptr0, len0, val2);
        return ret;
    }
}
if (Symbol.dispose) Form.prototype[Symbol.dispose] = Form.prototype.free;
exports.Form = Form;

/**
 * Colors of the roles: strings to write before and after a text.
 */
class Palette {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        PaletteFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_palette_free(ptr, 0);
    }
    /**
     * Creates a palette. `link` holds what to write before the address of a link, between the address and the text, and
     * after the text; undefined if the terminal has no links. `highlight` colors a row of code in a language; it must
     * return the same text with colors, or undefined. Throws if a role is missing.
     * @param {Colors} colors
     * @param {[string, string, string] | undefined} link
     * @param {(code: string, language: string) => string | undefined} [highlight]
     */
    constructor(colors, link, highlight) {
        const ret = wasm.palette_new(colors, link, isLikeNone(highlight) ? 0 : addToExternrefTable0(highlight));
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        PaletteFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
}
if (Symbol.dispose) Palette.prototype[Symbol.dispose] = Palette.prototype.free;
exports.Palette = Palette;

/**
 * The questions of a form, or the refusal of a call.
 */
class Questionnaire {
    static __wrap(ptr) {
        const obj = Object.create(Questionnaire.prototype);
        obj.__wbg_ptr = ptr;
        QuestionnaireFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        QuestionnaireFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_questionnaire_free(ptr, 0);
    }
    /**
     * Says in one line what the questions are about; empty if they cannot be asked.
     * @returns {string}
     */
    get about() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.questionnaire_about(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Says which session the questions come from. Throws if `subagent` is none.
     * @param {Subagent} subagent
     */
    askFor(subagent) {
        const ret = wasm.questionnaire_askFor(this.__wbg_ptr, subagent);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns what other places see of who asks. `folder` is that of the session.
     * @param {string} folder
     * @returns {{ folder: string; from?: string; ask?: string }}
     */
    asker(folder) {
        const ptr0 = passStringToWasm0(folder, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.questionnaire_asker(this.__wbg_ptr, ptr0, len0);
        return ret;
    }
    /**
     * Says in the user's language that the questions wait, and who asks if that is another session.
     * @returns {string}
     */
    get asks() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.questionnaire_asks(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Handles an event at the desk that is about these questions, like `Branch.desk`.
     * @param {Branch} branch
     * @param {string} desk
     * @param {DeskEvent} event
     * @param {Scene} scene
     * @returns {Handled}
     */
    desk(branch, desk, event, scene) {
        _assertClass(branch, Branch);
        const ptr0 = passStringToWasm0(desk, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.questionnaire_desk(this.__wbg_ptr, branch.__wbg_ptr, ptr0, len0, event, scene);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the result of questions that ended like this without a place. Throws if answers have a fault.
     * @param {Finish} _with
     * @param {Host} host
     * @returns {ToolResult}
     */
    finish(_with, host) {
        const ret = wasm.questionnaire_finish(this.__wbg_ptr, _with, host);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Reads the arguments of a call. Never throws; see `refusal`.
     * @param {Settings} settings
     * @param {unknown} _arguments
     */
    constructor(settings, _arguments) {
        _assertClass(settings, Settings);
        const ret = wasm.questionnaire_new(settings.__wbg_ptr, _arguments);
        this.__wbg_ptr = ret;
        QuestionnaireFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Reads an `ask_user_request` with the answers in it. Any other message results in a refusal.
     * @param {Settings} settings
     * @param {AskUserRequest} request
     * @returns {Questionnaire}
     */
    static ofRequest(settings, request) {
        _assertClass(settings, Settings);
        const ret = wasm.questionnaire_ofRequest(settings.__wbg_ptr, request);
        return Questionnaire.__wrap(ret);
    }
    /**
     * Returns the questions as a page in a browser shows them.
     * @returns {WebForm}
     */
    page() {
        const ret = wasm.questionnaire_page(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns what is wrong with a response from elsewhere, which needs no type and no id; undefined if it would be accepted.
     * @param {string} message
     * @returns {Problems | undefined}
     */
    problems(message) {
        const ptr0 = passStringToWasm0(message, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.questionnaire_problems(this.__wbg_ptr, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the result for questions that cannot be asked; undefined if they can.
     * @param {Host} host
     * @returns {ToolResult | undefined}
     */
    refusal(host) {
        const ret = wasm.questionnaire_refusal(this.__wbg_ptr, host);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Restores what was entered when the subagent of `askFor`, or without one the session itself, asked the same questions
     * before, for the form of a call.
     * @param {Branch} branch
     */
    remember(branch) {
        _assertClass(branch, Branch);
        wasm.questionnaire_remember(this.__wbg_ptr, branch.__wbg_ptr);
    }
    /**
     * Returns a message that asks the questions of other programs.
     * @param {string} request_id
     * @returns {AskUserRequest}
     */
    request(request_id) {
        const ptr0 = passStringToWasm0(request_id, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.questionnaire_request(this.__wbg_ptr, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the result of such a response, or what is wrong with it. `from` says where it was given.
     * @param {string} message
     * @param {string} from
     * @param {Host} host
     * @returns {ToolResult | string}
     */
    respond(message, from, host) {
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passStringToWasm0(message, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passStringToWasm0(from, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.questionnaire_respond(this.__wbg_ptr, ptr0, len0, ptr1, len1, host);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
}
if (Symbol.dispose) Questionnaire.prototype[Symbol.dispose] = Questionnaire.prototype.free;
exports.Questionnaire = Questionnaire;

/**
 * Settings of the user.
 */
class Settings {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        SettingsFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_settings_free(ptr, 0);
    }
    /**
     * Says in the user's language that a form waits.
     * @returns {string}
     */
    get aQuestionWaits() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.settings_aQuestionWaits(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns whether questions are asked in plain numbered dialogs.
     * @returns {boolean}
     */
    get accessible() {
        const ret = wasm.settings_accessible(this.__wbg_ptr);
        return ret !== 0;
    }
    /**
     * Returns the name of the tool that is offered to the model.
     * @returns {Dialect}
     */
    get dialect() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.settings_dialect(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns whether questions may be answered from other terminals.
     * @returns {boolean}
     */
    get elsewhere() {
        const ret = wasm.settings_elsewhere(this.__wbg_ptr);
        return ret !== 0;
    }
    /**
     * Returns what the user tells the model about asking. Undefined if that is nothing.
     * @returns {string | undefined}
     */
    get guidance() {
        const ret = wasm.settings_guidance(this.__wbg_ptr);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * Reads settings files, each given as a pair of name and text; later files take precedence. `locale` is the locale
     * of the environment. `dialect` overrides the setting, because the tool is registered only once. The first `own` files
     * are the person's, or all, and the others a project's. Never throws; see `problems`.
     * @param {Array<readonly [name: string, text: string]>} files
     * @param {string} locale
     * @param {Dialect} [dialect]
     * @param {number} [own]
     */
    constructor(files, locale, dialect, own) {
        const val3 = +(isLikeNone(own) ? Number.MAX_SAFE_INTEGER : (own) >>> 0);
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passStringToWasm0(locale, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = isLikeNone(dialect) ? 0 : passStringToWasm0(dialect, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.settings_new(files, ptr0, len0, ptr1, len1, val3);
        this.__wbg_ptr = ret;
        SettingsFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Returns how the user is notified of a waiting question.
     * @returns {Notify}
     */
    get notify() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.settings_notify(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the faults in the files, one line for each file. The settings without a fault apply all the same.
     * @returns {string[]}
     */
    get problems() {
        const ret = wasm.settings_problems(this.__wbg_ptr);
        var v1 = getArrayJsValueFromWasm0(ret[0], ret[1]);
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Returns whether subagents may ask.
     * @returns {boolean}
     */
    get subagents() {
        const ret = wasm.settings_subagents(this.__wbg_ptr);
        return ret !== 0;
    }
}
if (Symbol.dispose) Settings.prototype[Symbol.dispose] = Settings.prototype.free;
exports.Settings = Settings;

/**
 * Returns where an answer from elsewhere is given, as the user reads it, or why it must not count. `kind` says who has entered
 * it in a process, which is asked with `name` as its terminal; without one, it is by another extension, that calls itself so.
 * `isBelow`: the process is the one that asks, or below it; if that is unknown, `fault` says why.
 * @param {string | null} [kind]
 * @param {string | null} [name]
 * @param {boolean | null} [isBelow]
 * @param {string | null} [fault]
 * @returns {[by: string, problem: null] | [by: null, problem: string]}
 */
function answeredFrom(kind, name, isBelow, fault) {
    let ptr0, len0, ptr1, len1, ptr2, len2;
    try {
        ptr0 = isLikeNone(kind) ? 0 : passStringToWasm0(kind, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = isLikeNone(name) ? 0 : passStringToWasm0(name, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = isLikeNone(fault) ? 0 : passStringToWasm0(fault, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len2 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
        throw e;
    }
    const ret = wasm.answeredFrom(ptr0, len0, ptr1, len1, isLikeNone(isBelow) ? 0xFFFFFF : isBelow ? 1 : 0, ptr2, len2);
    return ret;
}
exports.answeredFrom = answeredFrom;

/**
 * Returns the text of a result with the lines that say which of its pictures are not attached, and the pictures of its
 * record with why the model has not seen one. A picture that could not be read has a `fault`; `unseen` is why the model would
 * not see any.
 * @param {string} content
 * @param {Attachment[]} pictures
 * @param {Picture[] | undefined} noted
 * @param {string | null} [unseen]
 * @returns {[content: string, noted: Picture[] | null]}
 */
function attached(content, pictures, noted, unseen) {
    let ptr0, len0, ptr1, len1;
    try {
        ptr0 = passStringToWasm0(content, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = isLikeNone(unseen) ? 0 : passStringToWasm0(unseen, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
        throw e;
    }
    const ret = wasm.attached(ptr0, len0, pictures, noted, ptr1, len1);
    return ret;
}
exports.attached = attached;

/**
 * Returns the ids of all bindings of the form, with those of pi's bindings for the same purposes.
 * @returns {Binding[]}
 */
function bindings() {
    const ret = wasm.bindings();
    return ret;
}
exports.bindings = bindings;

/**
 * Returns the painted lines of a call in the transcript, each of which ends in a newline. The arguments may be
 * incomplete.
 * @param {Palette} palette
 * @param {Settings} settings
 * @param {unknown} _arguments
 * @param {number} columns
 * @returns {string}
 */
function callView(palette, settings, _arguments, columns) {
    let deferred1_0;
    let deferred1_1;
    try {
        _assertClass(palette, Palette);
        _assertClass(settings, Settings);
        const ret = wasm.callView(palette.__wbg_ptr, settings.__wbg_ptr, _arguments, columns);
        deferred1_0 = ret[0];
        deferred1_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
    }
}
exports.callView = callView;

/**
 * Handles an event at the desk. `desk` is the text that the last event has returned, empty at first. If the branch is
 * needed, with which `Branch.desk` handles the event, returns which pending files it has to know: those of the session, or
 * all in its folder.
 * @param {string} desk
 * @param {DeskEvent} event
 * @param {Scene} scene
 * @returns {Handled | "own" | "all"}
 */
function desk(desk, event, scene) {
    const ptr0 = passStringToWasm0(desk, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.desk(ptr0, len0, event, scene);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}
exports.desk = desk;

/**
 * Returns the milliseconds until dialogs that were requested at `asked_at` may open, so that they receive no key meant
 * for pi's prompt, unless the user has just asked for them. Times are in milliseconds.
 * @param {number | null | undefined} lastKeyAt
 * @param {boolean} isWriting
 * @param {boolean} isExpected
 * @param {number} askedAt
 * @param {number} now
 * @returns {number}
 */
function dialogsOpenIn(lastKeyAt, isWriting, isExpected, askedAt, now) {
    const ret = wasm.dialogsOpenIn(!isLikeNone(lastKeyAt), isLikeNone(lastKeyAt) ? 0 : lastKeyAt, isWriting, isExpected, askedAt, now);
    return ret;
}
exports.dialogsOpenIn = dialogsOpenIn;

/**
 * Returns the result of a form that has failed for this reason, without the form: of what its `asked` and its last `left`
 * have returned. Throws if they are of no form.
 * @param {string} asked
 * @param {string | null | undefined} left
 * @param {string} reason
 * @returns {ToolResult}
 */
function failed(asked, left, reason) {
    let ptr0, len0, ptr1, len1, ptr2, len2;
    try {
        ptr0 = passStringToWasm0(asked, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = isLikeNone(left) ? 0 : passStringToWasm0(left, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = passStringToWasm0(reason, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len2 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
        throw e;
    }
    const ret = wasm.failed(ptr0, len0, ptr1, len1, ptr2, len2);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}
exports.failed = failed;

/**
 * Returns a text that is safe to print on a terminal. Newlines and tabs are kept.
 * @param {string} text
 * @returns {string}
 */
function harmless(text) {
    let deferred2_0;
    let deferred2_1;
    try {
        const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.harmless(ptr0, len0);
        deferred2_0 = ret[0];
        deferred2_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
    }
}
exports.harmless = harmless;

/**
 * Returns whether a text that was typed while a form opened is meant for pi's prompt. `is_writing`: the prompt holds
 * unsent text.
 * @param {string} text
 * @param {boolean} is_writing
 * @returns {boolean}
 */
function isForPrompt(text, is_writing) {
    const val2 = +is_writing;
    const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.isForPrompt(ptr0, len0, val2);
    return ret !== 0;
}
exports.isForPrompt = isForPrompt;

/**
 * Returns the error for a response to a request that has ended.
 * @param {string} message
 * @returns {string}
 */
function lateResponse(message) {
    let deferred2_0;
    let deferred2_1;
    try {
        const ptr0 = passStringToWasm0(message, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.lateResponse(ptr0, len0);
        deferred2_0 = ret[0];
        deferred2_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
    }
}
exports.lateResponse = lateResponse;

/**
 * Converts the arguments of a tool call to the declared schema of the dialect in the settings, by which the host
 * validates them. Undefined if they cannot be read; `Questionnaire` then has the refusal. Never throws.
 * @param {Settings} settings
 * @param {unknown} _arguments
 * @returns {Request | undefined}
 */
function prepareArguments(settings, _arguments) {
    _assertClass(settings, Settings);
    const ret = wasm.prepareArguments(settings.__wbg_ptr, _arguments);
    return ret;
}
exports.prepareArguments = prepareArguments;

/**
 * Handles an event at the reception of a process. `state` is the text that the last event has returned, empty at first. One
 * that another version has written is a new one. `now` is in milliseconds of a clock that never goes back; it may wrap around.
 * @param {string} state
 * @param {ReceptionEvent} event
 * @param {number} now
 * @returns {Received}
 */
function receive(state, event, now) {
    const val2 = +now;
    const ptr0 = passStringToWasm0(state, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.receive(ptr0, len0, event, val2);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}
exports.receive = receive;

/**
 * Returns the keys of each focus with their commands, in order of precedence.
 * @param {BoundKeys} keys
 * @returns {Record<Focus, ResolvedKey[]>}
 */
function resolveKeys(keys) {
    const ret = wasm.resolveKeys(keys);
    return ret;
}
exports.resolveKeys = resolveKeys;

/**
 * Returns the lines of a result in the transcript without colors, each of which ends in a newline.
 * @param {Settings} settings
 * @param {unknown} details
 * @param {number} columns
 * @returns {string}
 */
function resultText(settings, details, columns) {
    let deferred1_0;
    let deferred1_1;
    try {
        _assertClass(settings, Settings);
        const ret = wasm.resultText(settings.__wbg_ptr, details, columns);
        deferred1_0 = ret[0];
        deferred1_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
    }
}
exports.resultText = resultText;

/**
 * Returns the painted lines of a result in the transcript, each of which ends in a newline. `details` may come from
 * any version of this tool or from another tool; `content` is the text for the model.
 * @param {Palette} palette
 * @param {Settings} settings
 * @param {unknown} details
 * @param {string} content
 * @param {boolean} expanded
 * @param {number} columns
 * @returns {string}
 */
function resultView(palette, settings, details, content, expanded, columns) {
    let deferred4_0;
    let deferred4_1;
    try {
        _assertClass(palette, Palette);
        _assertClass(settings, Settings);
        const val2 = +expanded;
        const val3 = +columns;
        const ptr0 = passStringToWasm0(content, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.resultView(palette.__wbg_ptr, settings.__wbg_ptr, details, ptr0, len0, val2, val3);
        deferred4_0 = ret[0];
        deferred4_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred4_0, deferred4_1, 1);
    }
}
exports.resultView = resultView;

/**
 * Tells the model why the person above has not answered.
 * @param {Unanswered} how
 * @returns {string}
 */
function unanswered(how) {
    let deferred2_0;
    let deferred2_1;
    try {
        const ptr0 = passStringToWasm0(how, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.unanswered(ptr0, len0);
        deferred2_0 = ret[0];
        deferred2_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
    }
}
exports.unanswered = unanswered;

/**
 * Returns a text that an editor can hold: without control characters, and otherwise as it was entered.
 * @param {string} text
 * @returns {string}
 */
function withoutControls(text) {
    let deferred2_0;
    let deferred2_1;
    try {
        const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.withoutControls(ptr0, len0);
        deferred2_0 = ret[0];
        deferred2_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
    }
}
exports.withoutControls = withoutControls;
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_Error_208446807d0d1e30: function(arg0, arg1) {
            const ret = Error(getStringFromWasm0(arg0, arg1));
            return ret;
        },
        __wbg___wbindgen_boolean_get_4f1baf9a00be3c74: function(arg0) {
            const v = arg0;
            const ret = typeof(v) === 'boolean' ? v : undefined;
            return isLikeNone(ret) ? 0xFFFFFF : ret ? 1 : 0;
        },
        __wbg___wbindgen_is_null_c22311b1cc228e3a: function(arg0) {
            const ret = arg0 === null;
            return ret;
        },
        __wbg___wbindgen_is_string_fc456fee5d3317de: function(arg0) {
            const ret = typeof(arg0) === 'string';
            return ret;
        },
        __wbg___wbindgen_is_undefined_be5b34249ff1fc15: function(arg0) {
            const ret = arg0 === undefined;
            return ret;
        },
        __wbg___wbindgen_number_get_934b640d0889af78: function(arg0, arg1) {
            const obj = arg1;
            const ret = typeof(obj) === 'number' ? obj : undefined;
            getDataViewMemory0().setFloat64((arg0 >>> 0) + 8 * 1, isLikeNone(ret) ? 0 : ret, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, !isLikeNone(ret), true);
        },
        __wbg___wbindgen_string_get_7ce8eee7fd327545: function(arg0, arg1) {
            const obj = arg1;
            const ret = typeof(obj) === 'string' ? obj : undefined;
            var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            var len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
            throw new Error(getStringFromWasm0(arg0, arg1));
        },
        __wbg_call_fc92fee6137d452d: function() { return handleError(function (arg0, arg1, arg2, arg3) {
            const ret = arg0.call(arg1, arg2, arg3);
            return ret;
        }, arguments); },
        __wbg_length_e83e819f48c774e4: function(arg0) {
            const ret = arg0.length;
            return ret;
        },
        __wbg_new_37eb45aaf5eeb820: function() {
            const ret = new Array();
            return ret;
        },
        __wbg_new_cd4348290afae586: function() {
            const ret = new Object();
            return ret;
        },
        __wbg_parse_c3f72b5a24f83c01: function() { return handleError(function (arg0, arg1) {
            const ret = JSON.parse(getStringFromWasm0(arg0, arg1));
            return ret;
        }, arguments); },
        __wbg_set_d2d33b52458e984a: function(arg0, arg1, arg2) {
            arg0[arg1 >>> 0] = arg2;
        },
        __wbg_set_e4b9a833d288759a: function(arg0, arg1, arg2) {
            arg0[arg1] = arg2;
        },
        __wbg_stringify_0a0fbf2ef722380a: function() { return handleError(function (arg0) {
            const ret = JSON.stringify(arg0);
            return ret;
        }, arguments); },
        __wbindgen_generic_0000000000000001: function(arg0) {
            // Cast intrinsic for `F64 -> Externref`.
            const ret = arg0;
            return ret;
        },
        __wbindgen_generic_0000000000000002: function(arg0, arg1) {
            // Cast intrinsic for `Ref(String) -> Externref`.
            const ret = getStringFromWasm0(arg0, arg1);
            return ret;
        },
        __wbindgen_generic_0000000000000003: function(arg0) {
            // Cast intrinsic for `U64 -> Externref`.
            const ret = BigInt.asUintN(64, arg0);
            return ret;
        },
        __wbindgen_init_externref_table: function() {
            const table = wasm.__wbindgen_externrefs;
            table.set(0, undefined);
            table.set(1024, undefined);
            table.set(1025, null);
            table.set(1026, true);
            table.set(1027, false);
        },
    };
    return {
        __proto__: null,
        "./question_bg.js": import0,
    };
}

const BranchFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_branch_free(ptr, 1));
const ClosedFormFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_closedform_free(ptr, 1));
const DialogsFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_dialogs_free(ptr, 1));
const ElicitationFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_elicitation_free(ptr, 1));
const FormFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_form_free(ptr, 1));
const PaletteFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_palette_free(ptr, 1));
const QuestionnaireFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_questionnaire_free(ptr, 1));
const SettingsFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_settings_free(ptr, 1));

function addToExternrefTable0(obj) {
    const idx = wasm.__externref_table_alloc();
    wasm.__wbindgen_externrefs.set(idx, obj);
    return idx;
}

function _assertClass(instance, klass) {
    if (!(instance instanceof klass)) {
        throw new Error(`expected instance of ${klass.name}`);
    }
}

function getArrayJsValueFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    const mem = getDataViewMemory0();
    const result = [];
    for (let i = ptr; i < ptr + 4 * len; i += 4) {
        result.push(wasm.__wbindgen_externrefs.get(mem.getUint32(i, true)));
    }
    wasm.__externref_drop_slice(ptr, len);
    return result;
}

let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function handleError(f, args) {
    try {
        return f.apply(this, args);
    } catch (e) {
        const idx = addToExternrefTable0(e);
        wasm.__wbindgen_exn_store(idx);
    }
}

function isLikeNone(x) {
    return x === undefined || x === null;
}

function passArrayJsValueToWasm0(array, malloc) {
    const ptr = malloc(array.length * 4, 4) >>> 0;
    for (let i = 0; i < array.length; i++) {
        const add = addToExternrefTable0(array[i]);
        getDataViewMemory0().setUint32(ptr + 4 * i, add, true);
    }
    WASM_VECTOR_LEN = array.length;
    return ptr;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

function takeFromExternrefTable0(idx) {
    const value = wasm.__wbindgen_externrefs.get(idx);
    wasm.__externref_table_dealloc(idx);
    return value;
}

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
function decodeText(bytes) {
    return cachedTextDecoder.decode(bytes);
}

const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;

const wasmPath = `${__dirname}/question_bg.wasm`;
const wasmBytes = require('fs').readFileSync(wasmPath);
const wasmModule = new WebAssembly.Module(wasmBytes);
let wasmInstance = new WebAssembly.Instance(wasmModule, __wbg_get_imports());
let wasm = wasmInstance.exports;
wasm.__wbindgen_start();

exports.initSync = function({ module }) {
    wasmInstance = new WebAssembly.Instance(new WebAssembly.Module(module), __wbg_get_imports());
    wasm = wasmInstance.exports;
    cachedDataViewMemory0 = cachedUint8ArrayMemory0 = null;
    wasm.__wbindgen_start();
    return wasm;
};
