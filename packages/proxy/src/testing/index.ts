export { conversationOf, type Said } from './conversation.js';
export { type MockLlm, type Script, startMockLlm } from './mock-llm.js';
export type { Asked, MockCall, Pieces, Turn } from './mock-protocol.js';
