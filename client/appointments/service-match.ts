import type { Treatment } from '../../contract/treatments/treatment.ts'

/**
 * The treatment that a service of the home page stands for: the one of that name, else the one that
 * alone has words of the name in its own name or description. Words that several have tell nothing.
 */
export function findService(
  treatments: readonly Treatment[],
  service: string,
): Treatment | undefined {
  const wanted = wordsOf(service)
  const isNamed = ({ name }: Treatment) => wordsOf(name).join(' ') === wanted.join(' ')
  const named = treatments.find(isNamed)
  if (named) return named
  const told = wanted.flatMap((word) => {
    const [only, ...others] = treatments.filter(({ name, description }) =>
      wordsOf(`${name} ${description}`).includes(word),
    )
    return only && others.length === 0 ? only : []
  })
  return new Set(told).size === 1 ? told[0] : undefined
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}
