export function AppointmentDetailsPage() {
  return <h2>Appointment</h2>
}
