const mostOctets = 75

/** Content lines as RFC 5545 section 3.1 wants them: folded at 75 octets, each ended by CRLF. */
export function writeLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** A property's text value: what has a meaning of its own is escaped (section 3.3.11). */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** A parameter's value in quotes, which it cannot contain itself. */
export function quoteParameter(text: string): string {
  return `"${text.replace(/["\p{Cc}\u2028\u2029]+/gu, ' ').trim()}"`
}

/** A folded line goes on after a space, which counts; no character is torn apart. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= mostOctets) return line
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > mostOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
