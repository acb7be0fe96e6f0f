export function UsersPage() {
  return <h2>All Users</h2>
}
