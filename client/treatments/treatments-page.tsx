export function TreatmentsPage() {
  return <h2>Treatments</h2>
}
