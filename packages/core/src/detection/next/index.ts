export { callLoop } from './call-loop.js';
export { repeatedCall } from './repeated-call.js';
export { repeatedFailure } from './repeated-failure.js';
export { repeatedMessage } from './repeated-message.js';
export { reportedError } from './reported-error.js';
export { returningState } from './returning-state.js';
export { sameAnswer } from './same-answer.js';
export { staleWork } from './stale-work.js';
