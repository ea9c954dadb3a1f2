/** A hash of a sequence of numbers, to compare two runs by: 64 bits as two halves that are mixed apart. */
export class Digest {
  #low = 0x811c9dc5;
  #high = 0x9e3779b9;

  add(number: number): void {
    this.#low = Math.imul(this.#low ^ number, 0x01000193);
    this.#high = Math.imul((this.#high ^ number) + (this.#low >>> 7), 0x85ebca6b);
    this.#high ^= this.#high >>> 13;
  }

  get text(): string {
    return [this.#high, this.#low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}
