export function ManageDoctorsPage() {
  return <h2>Manage Doctors</h2>
}
