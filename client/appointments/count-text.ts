/** '16 spaces Available', '1 space Available'. */
export function countText(free: number): string {
  return `${free} ${free > 1 ? 'spaces' : 'space'} Available`
}
