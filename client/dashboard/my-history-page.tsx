export function MyHistoryPage() {
  return <h2>This is my History</h2>
}
