export function AddDoctorPage() {
  return <h2>Add a Doctor</h2>
}
