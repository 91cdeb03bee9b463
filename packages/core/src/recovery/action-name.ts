/** All actions that a decision may ask of an edge, and their meaning. */
export const ACTIONS = {
  'append-to-result': 'put the text behind the result of the call',
  'user-message': 'give the text to the model as a message of the user',
  'warn-user': 'show the text to the person at the agent',
  'halt-generation': 'end the answer that is being written',
  'forbid-call': 'refuse the calls of the loop before they run',
  'drop-loop-from-context': 'take the repeats of the loop out of the history',
  reset: 'clear the history of the loop and tell the model to start afresh',
  checkpoint: 'save the present state of the work',
  'roll-back': 'put files back to what they were',
  'switch-model': 'go on with another model',
  'decompose-task': 'ask for smaller steps',
  'ask-a-person': 'hold the agent and ask a person',
  'summarise-and-stop': 'let the model sum up without tools, then end the run',
  'mark-blocked': 'give the task back as not done',
} as const satisfies Readonly<Record<string, string>>;

export type ActionName = keyof typeof ACTIONS;
