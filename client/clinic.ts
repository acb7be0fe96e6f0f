const placeholder = '%CLINIC_NAME%'

/**
 * The clinic's name is a setting of the running server, but the pages are built before it is known:
 * they carry a placeholder that the server fills in, and scripts read what it filled in.
 */
export const clinicName = readClinicName()

function readClinicName(): string {
  if (typeof document === 'undefined') return placeholder
  const meta = document.querySelector<HTMLMetaElement>('meta[name="clinic-name"]')
  return meta?.content ?? placeholder
}
