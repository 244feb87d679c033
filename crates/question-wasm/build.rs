//! Writes the declarations for TypeScript of all shapes that cross the boundary, made from the Rust types.

use std::path::Path;
use std::{env, fs, io};

use question_core::{
    AcpAnswer, AcpQuestion, AcpQuestionRequest, AcpQuestionResponse, AcpScope, AcpStep, AnswerShape, AskUserAnswer,
    AskUserDetails, AskUserQuestionDetails, AskUserRequest, Asker, Asking, Attachment, Begun, Binding, BoundKeys,
    CloseReason, Command, DeskEvent, Dialect, DialectDetails, DialectResult, Dialog, Effects, End, FileText, Finish,
    Focus, FoundFile, Host, HostMode, InText, Mode, Notify, OptionRequest, Order, Outcome, Person, Picture, PlaceOf,
    PlaceReply, PlaceResult, Problems, Question, QuestionOption, QuestionRequest, QueueAct, ReceptionAct,
    ReceptionEvent, ReceptionOrder, Record, Request, ResolvedKey, Role, RunMessage, Scene, Seat, Sending, SessionFacts,
    Severity, Slot, StartLine, Step, Subagent, Subcommand, Target, TextOf, Unsent, Until, Waiter, Way, WebBlock,
    WebContent, WebEdge, WebForm, WebOption, WebOwn, WebPiece, WebQuestion, WebWords, WritingFault,
};
use shapes::{Colors, Handled, Received};
use ts_rs::{Config, TS};

#[allow(dead_code)] // here they are only declared
#[path = "src/shapes.rs"]
mod shapes;

fn main() -> io::Result<()> {
    let declarations = [
        // requests and questions
        declared::<Request>(),
        declared::<QuestionRequest>(),
        declared::<OptionRequest>(),
        declared::<Mode>(),
        declared::<Question>(),
        declared::<QuestionOption>(),
        // results
        declared::<DialectResult<'_>>(),
        declared::<DialectDetails<'_>>(),
        declared::<AskUserQuestionDetails<'_>>(),
        declared::<AskUserDetails<'_>>(),
        declared::<AskUserAnswer<'_>>(),
        declared::<Record>(),
        declared::<Picture>(),
        declared::<TextOf>(),
        declared::<Attachment>(),
        declared::<AnswerShape>(),
        declared::<Outcome>(),
        // answers from outside the form
        declared::<AskUserRequest>(),
        declared::<Problems>(),
        // pages in a browser
        declared::<WebForm>(),
        declared::<WebQuestion>(),
        declared::<WebOption>(),
        declared::<WebOwn>(),
        declared::<WebWords>(),
        declared::<WebBlock>(),
        declared::<WebEdge>(),
        declared::<WebContent>(),
        declared::<WebPiece>(),
        // clients of agents
        declared::<AcpScope>(),
        declared::<Subagent>(),
        declared::<AcpStep>(),
        declared::<AcpQuestionRequest<'_>>(),
        declared::<AcpQuestion<'_>>(),
        declared::<AcpQuestionResponse>(),
        declared::<AcpAnswer>(),
        // the desk
        declared::<DeskEvent>(),
        declared::<Asking>(),
        declared::<End>(),
        declared::<Order>(),
        declared::<Asker>(),
        declared::<Begun>(),
        declared::<CloseReason>(),
        declared::<FileText>(),
        declared::<Finish>(),
        declared::<PlaceReply>(),
        declared::<PlaceResult>(),
        declared::<PlaceOf>(),
        declared::<Way>(),
        declared::<RunMessage>(),
        declared::<Scene>(),
        declared::<Seat>(),
        declared::<Sending>(),
        declared::<StartLine>(),
        declared::<Subcommand>(),
        declared::<Until>(),
        declared::<WritingFault>(),
        declared::<Waiter>(),
        declared::<QueueAct>(),
        declared::<Handled>(),
        // the reception
        declared::<ReceptionEvent>(),
        declared::<Person>(),
        declared::<ReceptionOrder>(),
        declared::<ReceptionAct>(),
        declared::<Received>(),
        // sessions and their open questions
        declared::<SessionFacts>(),
        declared::<FoundFile>(),
        declared::<Effects>(),
        declared::<Severity>(),
        declared::<Unsent>(),
        // the host and the user
        declared::<Host>(),
        declared::<HostMode>(),
        declared::<Dialect>(),
        declared::<Notify>(),
        // the screen
        declared::<Command>(),
        declared::<Binding>(),
        declared::<BoundKeys>(),
        declared::<ResolvedKey>(),
        declared::<InText>(),
        declared::<Focus>(),
        declared::<Step>(),
        declared::<Target>(),
        declared::<Role>(),
        declared::<Colors>(),
        declared::<Slot>(),
        declared::<Dialog>(),
    ];
    let folder = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&folder).join("shapes.d.ts"), declarations.concat())
}

fn declared<T: TS>() -> String {
    // JavaScript can represent every number in these shapes.
    let config = Config::new().with_large_int("number");
    format!("{}export {}\n\n", T::docs().unwrap_or_default(), T::decl(&config))
}
