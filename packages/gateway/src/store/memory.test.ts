import { storeContract } from '../testing/store-contract.js';
import { createMemoryStore } from './memory.js';

storeContract('memory', () => createMemoryStore());
