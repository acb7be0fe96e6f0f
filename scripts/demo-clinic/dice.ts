export type Dice = ReturnType<typeof createDice>

/** Random numbers that are the same for the same seed: mulberry32. */
export function createDice(seed: number) {
  let state = seed >>> 0

  /** At least 0 and below 1. */
  function roll(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  function between(least: number, most: number): number {
    return least + Math.floor(roll() * (most - least + 1))
  }

  return {
    between,
    /** True with this probability, 0 for never and 1 for always. */
    chance: (share: number) => roll() < share,
    /** Throws if the list is empty. */
    pick<Item>(items: readonly Item[]): Item {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    shuffled<Item>(items: readonly Item[]): Item[] {
      return items
        .map((item) => ({ item, place: roll() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item)
    },
  }
}
