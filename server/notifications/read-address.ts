/** The bare address of a sender: `desk@clinic.example` of `Molar Dental <desk@clinic.example>`. */
export function readAddress(mailFrom: string): string {
  return /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom
}
