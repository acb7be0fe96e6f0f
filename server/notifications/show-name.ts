/** No name that anybody goes by is longer. */
const longest = 100

/**
 * A person's name as a mail or a calendar entry shows it. Anyone who signs up chooses it, and the reader
 * may be somebody else: it stays on one line, and nothing in it becomes a link in a mail program.
 */
export function showName(name: string): string {
  return (
    name
      // Controls, line breaks and the marks that turn the direction of writing around.
      .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
      .replace(/[:/\\@<>]+/g, ' ')
      // `evil.example` is a link in most mail programs; `J. R. Doe` is what `J.R. Doe` means.
      .replace(/\.(?=\S)/g, '. ')
      .replace(/ {2,}/g, ' ')
      .trim()
      .slice(0, longest)
  )
}
