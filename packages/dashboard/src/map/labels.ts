import { plain } from '../format.js';
import type { Vertex } from './fold.js';

/** A state needs more than a colour. */
const LOOPING = ' · looping';
/** A shorter name says too little. */
const LEAST_NAME = 9;

/** Bold letters are the widest. */
const LETTER = 6.6;
/** The mark of an agent, and what is free before and after its name. */
export const MARK = 11;
const FREE = 10;
const WIDTH = { least: 150, most: 280 };

/** How many letters of a name fit into this much room, beside its mark. */
export function lettersIn(room: number): number {
  return Math.max(3, Math.floor((room - MARK - FREE) / LETTER));
}

/** The name of an agent in so many letters, with the word that it loops if there is room for both. */
export function labelOf(name: string, letters: number, isLooping: boolean): string {
  const left = letters - LOOPING.length;
  if (!isLooping || left < Math.min(name.length, LEAST_NAME)) return plain(name, letters);
  return plain(name, left) + LOOPING;
}

/** How wide an agent is with its name. The word that it loops has room from the start, so that nothing moves for it. */
export function agentWidth(vertices: readonly Vertex[], width: number): number {
  const lengths = vertices.flatMap(({ isGroup, nodes }) =>
    isGroup ? [] : nodes.map(({ agent_id, id }) => (agent_id || id).length),
  );
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0) + LOOPING.length;
  const wanted = Math.ceil(longest * LETTER) + MARK + FREE;
  return Math.min(width, Math.max(WIDTH.least, Math.min(WIDTH.most, wanted)));
}
