export function TransactionId({ id }: { id: string }) {
  return (
    <dl className="transaction">
      <dt>Transaction id</dt>
      <dd>{id}</dd>
    </dl>
  )
}
