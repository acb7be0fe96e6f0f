export function AuditPage() {
  return <h2>Audit</h2>
}
