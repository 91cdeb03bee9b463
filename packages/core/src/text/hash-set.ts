/** A set of hashes in the order of their arrival; it is cleared and reused for the next call. */
export class HashSet {
  private readonly most: number;
  private readonly mask: number;
  /** The number of the hash at each place, from 1; 0 for a free place. Small, so that it stays in the cache. */
  private readonly places: Uint16Array;
  private readonly hashes: Int32Array;
  /** The place of each hash, for clearing. */
  private readonly taken: Uint16Array;
  private count = 0;

  /** For at most `most` hashes. */
  constructor(most: number) {
    const count = 2 ** Math.ceil(Math.log2(most * 3));
    this.most = most;
    this.mask = count - 1;
    this.places = new Uint16Array(count);
    this.hashes = new Int32Array(most);
    this.taken = new Uint16Array(most);
  }

  clear(): void {
    const { places, taken, count } = this;
    for (let i = 0; i < count; i++) places[taken[i]!] = 0;
    this.count = 0;
  }

  /** Whether it is new. A full set adds nothing and returns false. */
  add(hash: number): boolean {
    const at = this.placeOf(hash);
    const { places, count } = this;
    if (places[at] !== 0 || count >= this.most) return false;
    this.hashes[count] = hash;
    this.taken[count] = at;
    this.count = count + 1;
    places[at] = count + 1;
    return true;
  }

  has(hash: number): boolean {
    return this.places[this.placeOf(hash)] !== 0;
  }

  get size(): number {
    return this.count;
  }

  /** The hash that came as number `index`, from 0. */
  at(index: number): number {
    return this.hashes[index]!;
  }

  /** The first to arrive comes first. */
  toList(): readonly number[] {
    const list = new Array<number>(this.count);
    for (let i = 0; i < list.length; i++) list[i] = this.hashes[i]!;
    return list;
  }

  private placeOf(hash: number): number {
    const { places, hashes, mask } = this;
    let at = (hash ^ (hash >>> 13)) & mask;
    for (let one = places[at]!; one !== 0 && hashes[one - 1] !== hash; one = places[at]!)
      at = (at + 1) & mask;
    return at;
  }
}
