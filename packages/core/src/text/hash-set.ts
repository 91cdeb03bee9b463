/** A set of hashes that can be cleared at once and reused for the next call. */
export class HashSet {
  private readonly most: number;
  private readonly mask: number;
  private readonly keys: Int32Array;
  /** The generation in which a slot was filled; slots of earlier generations are free. */
  private readonly rounds: Int32Array;
  private round = 1;
  private size = 0;

  /** For at most `most` hashes. */
  constructor(most: number) {
    const places = 2 ** Math.ceil(Math.log2(most * 3));
    this.most = most;
    this.mask = places - 1;
    this.keys = new Int32Array(places);
    this.rounds = new Int32Array(places);
  }

  clear(): void {
    this.size = 0;
    this.round = (this.round + 1) | 0;
    if (this.round !== 0) return;
    this.rounds.fill(0);
    this.round = 1;
  }

  /** Whether it is new. A full set adds nothing and returns false. */
  add(hash: number): boolean {
    const at = this.placeOf(hash);
    if (this.rounds[at] === this.round || this.size >= this.most) return false;
    this.keys[at] = hash;
    this.rounds[at] = this.round;
    this.size++;
    return true;
  }

  has(hash: number): boolean {
    return this.rounds[this.placeOf(hash)] === this.round;
  }

  private placeOf(hash: number): number {
    let at = (hash ^ (hash >>> 13)) & this.mask;
    while (this.rounds[at] === this.round && this.keys[at] !== hash) at = (at + 1) & this.mask;
    return at;
  }
}
