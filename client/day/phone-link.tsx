/** A number that a phone can call, or a dash where there is none. */
export function PhoneLink({ phone }: { phone: string }) {
  if (phone === '') {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">None</span>
      </>
    )
  }
  const number = phone.replaceAll(/[^\d+]/g, '')
  return number ? <a href={`tel:${number}`}>{phone}</a> : phone
}
