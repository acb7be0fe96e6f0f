export function MessagesPage() {
  return <h2>Messages</h2>
}
