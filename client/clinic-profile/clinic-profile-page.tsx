export function ClinicProfilePage() {
  return <h2>Clinic Profile</h2>
}
