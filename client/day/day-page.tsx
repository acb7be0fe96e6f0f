export function DayPage() {
  return <h2>The Day</h2>
}
