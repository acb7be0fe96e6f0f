export function OpeningPage() {
  return <h2>Opening Days</h2>
}
