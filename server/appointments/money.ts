import type { Appointment } from './appointment.ts'

/** Integer cents that an appointment's patient still has to pay; nothing for a cancelled one. */
export function dueOf({ cancelledAt, priceCents, paidCents }: Appointment): number {
  return cancelledAt === null ? Math.max(0, priceCents - paidCents) : 0
}

/** Whether something was paid for an appointment and nothing is left to pay. */
export function isPaid(appointment: Appointment): boolean {
  return appointment.paidAt !== null && dueOf(appointment) === 0
}

/** Integer cents that were paid by card and neither went back nor were promised back. */
export function cardCentsOf({
  paidCents,
  deskCents,
}: Pick<Appointment, 'paidCents' | 'deskCents'>): number {
  return paidCents - deskCents
}

/** Integer cents of what was paid: on their way to the card, to be had at the desk, with the clinic. */
export type MoneyBack = { toCard: number; atDesk: number; kept: number }
