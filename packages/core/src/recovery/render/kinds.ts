import type { Category } from '../../detection/category.js';

/** The sentences about one kind of loop, independent of its calls and texts. */
export interface Kind {
  readonly title: string;
  /** For a person: what it means. One sentence about "the agent". */
  readonly meaning: string;
  readonly changed: string;
  readonly unchanged: string;
  /** For the model, the likeliest way out first. A nudge says the first only. */
  readonly next: readonly [string, string, string];
}

const ASK = 'If the missing piece is not within reach, say what it is and ask for it.';

/** For the model, where a finding calls for other words than its category. */
export interface Advice {
  readonly next: Kind['next'];
  readonly constraint: string;
  /** The step itself is right, so the model is not told to leave it. */
  readonly mayRepeat?: boolean;
}

/** The calls look whether something has come to its end: going on is right, only slower. */
const WAIT: Advice = {
  next: [
    'Wait longer between looks: double the pause each time, or use a command that returns when it is done.',
    'Do other work first, and look again after it.',
    'Check once, in another way, that it can still end: is it running, and did anything start it?',
  ],
  constraint: 'Do not look again as soon as last time.',
  mayRepeat: true,
};

const BROKEN: Advice = {
  next: [
    'Write the next call from scratch: in each argument only the plain value, with no JSON and no markers around it.',
    'Make the simplest call that can work, such as listing the current directory, and read what it prints.',
    'If the calls keep breaking, say so in plain words and end.',
  ],
  constraint: 'Do not build on the broken arguments of the earlier calls.',
};

/** By the message of the detector. */
export const ADVICE: Readonly<Record<string, Advice>> = {
  waiting: WAIT,
  waitingFailed: WAIT,
  garbled: BROKEN,
};

export const KINDS: Readonly<Record<Category, Kind>> = {
  TOOL_REPETITION: {
    title: 'tool repetition',
    meaning: 'The agent makes calls whose outcome is already known, so one more brings nothing new.',
    changed: 'nothing that the outcome depends on',
    unchanged: 'the outcome',
    next: [
      'Use the outcome that is already there, and go on with the next step of the task.',
      'If something is still missing, name it, and look for it in another place: another file, a log, the documentation.',
      'If the call waits for something, do other work first, or wait much longer before the next look.',
    ],
  },
  TOOL_PING_PONG: {
    title: 'calls that take turns',
    meaning: 'The agent goes round a few calls that bring what they brought before.',
    changed: 'which of the calls comes next',
    unchanged: 'what each of them brings',
    next: [
      'Decide from what both calls have already shown, and leave the round.',
      'If one of the calls changes something, make a different change: this one does not alter what the other shows.',
      'Write down what the round was meant to find out, and check that with one smaller step.',
    ],
  },
  TOOL_PARAMETER_DRIFT: {
    title: 'reworded calls',
    meaning: 'The agent asks for the same thing in ever other words and gets the same answer.',
    changed: 'the wording of the arguments',
    unchanged: 'the answer',
    next: [
      'Take the answer as it is: it does not depend on the wording.',
      'List what exists (a directory, a schema, an index, the help text) instead of guessing names.',
      'If the thing asked for may not exist, say so and go on without it.',
    ],
  },
  OUTPUT_VERBATIM: {
    title: 'the same message again',
    meaning: 'The agent sends the same message again, and nothing happens in between.',
    changed: 'nothing',
    unchanged: 'the message, and the state of the work',
    next: [
      'Carry out what the message announces, with a tool call, or say why that is not possible.',
      'If the work is done, give the result and end.',
      'If an answer is awaited, ask one precise question and end the turn.',
    ],
  },
  OUTPUT_PARAPHRASE: {
    title: 'the same message in other words',
    meaning: 'The agent says the same thing in other words, and nothing happens in between.',
    changed: 'the wording',
    unchanged: 'what is said, and the state of the work',
    next: [
      'Replace the announcement by the step itself: one tool call that changes or shows something.',
      'If the step is not possible, say in one sentence what stands in the way.',
      'If the work is done, give the result and end.',
    ],
  },
  OUTPUT_STRUCTURAL: {
    title: 'one form, filled in anew',
    meaning: 'The agent fills in the same form again and again, and little in it is new.',
    changed: 'a few words in the form',
    unchanged: 'what the entries say',
    next: [
      'Put the remaining entries into one table or one sentence, and go on.',
      'Check whether the entries rest on something that was looked at; if not, look at it first.',
      'If all entries are alike, state that once, with the exceptions.',
    ],
  },
  STATE_OSCILLATION: {
    title: 'a state that goes to and fro',
    meaning: 'The agent sets something to and fro between values that it had before.',
    changed: 'the value, back and forth',
    unchanged: 'the reason for changing it',
    next: [
      'Write down what each of the values is needed for, and choose one for the rest of the task.',
      'Find out whether something else sets it back: a hook, a formatter, a generator, another agent.',
      'Leave it as it is, and go on with a part of the task that does not depend on it.',
    ],
  },
  STATE_REGRESSION: {
    title: 'a content that returns',
    meaning: 'The agent changes a file and changes it back: each version has been tried before.',
    changed: 'the content, back and forth',
    unchanged: 'the versions to choose from',
    next: [
      'Compare the versions, and write down which requirement each of them breaks; then write one that keeps both.',
      'Run the check that decides between them before the next edit, and read its first failure in full.',
      'If a formatter or a hook rewrites the file, change its settings instead of the file.',
    ],
  },
  GOAL_DRIFT: {
    title: 'a goal that goes to and fro',
    meaning: 'The agent goes back and forth between goals and finishes none of them.',
    changed: 'the goal, back and forth',
    unchanged: 'the request of the user',
    next: [
      'Read the last request of the user again, state its goal in one sentence, and keep to it.',
      'Finish or expressly drop the part that is open before another one is taken up.',
      'If the request allows both goals, ask which comes first.',
    ],
  },
  ERROR_REPETITION: {
    title: 'the same error again',
    meaning: 'The agent meets the same error again, and what causes it is still there.',
    changed: 'at most the way to the error',
    unchanged: 'its cause',
    next: [
      'Read the first error in full, and remove the cause that it names before the next try.',
      'Check the premise with one cheap look: does the file, the tool, the host, the permission exist?',
      'If the cause is out of reach (a permission, a network, a missing key), say so and ask: no further try changes it.',
    ],
  },
  ERROR_WHACK_A_MOLE: {
    title: 'errors that take turns',
    meaning: 'The agent cures one error and brings another back, and the other way round.',
    changed: 'which of the errors shows',
    unchanged: 'that one of them shows',
    next: [
      'Treat the errors as one: write down what each of them demands, and look for a change that meets both.',
      'Look one level higher: a shared type, a setting, the version of a dependency.',
      'Go back to the last state in which one of the errors was absent, and compare it with the present one.',
    ],
  },
  FIX_REPETITION: {
    title: 'the same fix again',
    meaning: 'The agent applies a fix again that did not help before.',
    changed: 'nothing that the error depends on',
    unchanged: 'the error',
    next: [
      'Check whether the fix arrives at all: is this the file that runs, is there a cache or a build in between?',
      'Undo the fix, and test the assumption behind it with the smallest possible check.',
      ASK,
    ],
  },
  TOKEN_REPETITION: {
    title: 'repeated characters or words',
    meaning: 'The text has become one word or sign over and over.',
    changed: 'nothing',
    unchanged: 'the repeated piece',
    next: [
      'Leave the repeated text out, and write the answer anew, from the last sentence that was complete.',
      'Keep the answer short, and end it where the task ends.',
      'If a long content was to be written, write it to a file in pieces.',
    ],
  },
  PHRASE_LOOP: {
    title: 'a repeated phrase',
    meaning: 'The text repeats one phrase and does not come to an end.',
    changed: 'at most a counter',
    unchanged: 'the phrase',
    next: [
      'Leave the repeated text out, and go on with what comes after it.',
      'If it is a list, give its first entries and the rule for the others.',
      'If the thought does not come to an end, choose the simplest next step and take it.',
    ],
  },
  STRUCTURAL_LOOP: {
    title: 'lines of one shape',
    meaning: 'The text goes on in lines that differ in little or nothing.',
    changed: 'a number or a word in each line',
    unchanged: 'the shape of the lines',
    next: [
      'Give the first lines and the rule for the others instead of writing them all.',
      'If every line is needed, write a short program that makes them.',
      'Check what the lines are needed for, and end the list there.',
    ],
  },
};
