import type { Language } from '../../../contract/language.ts'
import type { Appointment } from '../../appointments/appointment.ts'
import {
  writeBookedMail,
  writeCancelledMail,
  writeRescheduledMail,
} from '../../appointments/mails.ts'
import { writeConfirmationMail } from '../../calendar/queue-confirmations.ts'
import { writeClosedMail } from '../../clinic/mails.ts'
import { writeContactMail } from '../../contact/messages.ts'
import {
  writePasswordChangedMail,
  writeResetMail,
  writeSignUpAttemptMail,
  writeVerificationMail,
} from '../../identity/mails.ts'
import { dressMail } from '../../notifications/frame-mail.ts'
import type { Sender } from '../../notifications/notification.ts'
import { writeReceiptMail, writeRefundMail } from '../../payments/mails.ts'
import { writeReminderMail } from '../../reminders/mails.ts'
import { writeOfferMail } from '../../waitlist/follow-change.ts'
import { writeRestMail } from '../../waitlist/pass-expired.ts'
import { writeAwayMail } from '../../waitlist/wished-doctor/staff-acts.ts'

const publicUrl = 'https://clinic.example'
const recipient = 'jane.doe@patients.example'
const authSecret = 'a secret of the tests'
const timeZone = 'America/New_York'
const intentId = 'pi_3P5vQn2eZvKYlo2C1Jx0a9bT'
const now = new Date('2026-06-05T13:15:00Z')

export const before: Appointment = {
  id: '019e976d-b3b5-7c17-8bca-96a72ca1b0f3',
  treatmentId: 'cleaning',
  treatment: 'Teeth Cleaning',
  priceCents: 9900,
  day: '2026-06-08',
  slot: '8:00 AM - 8:30 AM',
  startMinute: 480,
  endMinute: 510,
  patient: recipient,
  patientName: 'Jane Doe',
  phone: '',
  createdAt: now.toISOString(),
  cancelledAt: null,
  paidCents: 0,
  deskCents: 0,
  paidAt: null,
  transactionId: null,
  revision: 0,
  timeRevision: 0,
  status: 'booked',
  arrivedAt: null,
  seatedAt: null,
  completedAt: null,
  noShowAt: null,
  confirmedAt: null,
  bookedBy: null,
  unproved: '',
  bookedOn: '2026-06-05',
  patientId: 'jane',
  relation: null,
  bookerName: null,
  paidBy: null,
  nameKey: '',
  outside: 0,
  phoneKey: '',
  doctorId: null,
  doctorName: null,
  chairId: null,
  busyUntilMinute: null,
}
export const after: Appointment = { ...before, day: '2026-06-10', slot: '2:00 PM - 2:30 PM' }

export const desk = {
  name: 'Brooklyn Smiles & Sons',
  address: '123 Court Street, Brooklyn, NY 11201',
  phone: '(718) 555-0123',
  timeZone,
  publicUrl,
  mailAddress: 'desk@clinic.example',
  namesTreatments: true,
}

export type Letter = {
  kind: string
  subject: string
  text: string
  html: string
  calendar?: { text: string }
}

/** The mails that patients get, as they are written to Jane. */
export function lettersIn(language: Language, namesTreatments = true): Letter[] {
  const sender = { clinicName: desk.name, language, namesTreatments }
  const discreet = { ...desk, namesTreatments }
  const url = `${publicUrl}/verify-email#token=${'x'.repeat(180)}`
  const reminder = { appointment: before, language, byMail: true, smsPhone: null, trueUntil: now }
  const payUrl = `${publicUrl}/dashboard/payment/${before.id}`
  const reminded = writeReminderMail(discreet, reminder, { authSecret })
  if (!reminded) throw new Error('Jane wants to be reminded')
  const closing = { phone: desk.phone, publicUrl, authSecret }
  const letters = [
    reminded,
    writeConfirmationMail(discreet, before, { now, language, authSecret, takesCards: true }),
    writeBookedMail(sender, before),
    writeRescheduledMail(sender, {
      before,
      after,
      byPatient: { due: 4000, returned: 0, test: 0, kept: 0, payUrl },
    }),
    writeCancelledMail(sender, before, {
      reason: null,
      money: { toCard: 9900, atDesk: 0, kept: 0 },
      testCents: 0,
    }),
    writeClosedMail(sender, before, { ...closing, reason: 'A burst pipe' }),
    writeClosedMail(sender, before, { ...closing, reason: undefined }),
    writeClosedMail(sender, { ...before, isOpen: true }, { ...closing, reason: undefined }),
    writeOfferMail(sender, {
      treatment: before.treatment,
      day: before.day,
      slot: before.slot,
      doctorName: 'Ada Chen',
      ownDay: after.day,
      ownSlot: after.slot,
      priceCents: before.priceCents,
      expiresAt: now,
      timeZone,
      url: `${publicUrl}/offer#token=${'y'.repeat(60)}`,
      declineUrl: `${publicUrl}/offer?answer=no#token=${'y'.repeat(60)}`,
    }),
    writeRestMail(sender, { treatment: before.treatment, url: `${publicUrl}/dashboard/waitlist` }),
    writeAwayMail(sender, {
      ...{ treatment: before.treatment, doctor: 'Dr. Ada Stone', away: 'hours' },
      url: `${publicUrl}/dashboard/waitlist?request=${'z'.repeat(36)}`,
    }),
    ...moneyLetters(sender),
    writeVerificationMail(sender, { recipient, url }),
    writeResetMail(sender, { recipient, url }),
    writePasswordChangedMail(sender, { recipient, url }),
    writeSignUpAttemptMail(sender, { recipient, url }),
    writeContactMail(sender, {
      recipient,
      writer: 'joe@patients.example',
      subject: 'A question',
      message: 'Do you have a lift?\nMy mother comes in a wheelchair.',
    }),
  ]
  return letters.map((letter) => ({ ...letter, html: dressMail(letter.html) }))
}

function moneyLetters(sender: Sender): Letter[] {
  return [
    writeReceiptMail(sender, publicUrl, {
      appointment: before,
      payment: { amountCents: 9900 },
      charge: { intentId, card: { brand: 'visa', last4: '4242' } },
      namesPatient: true,
      testMode: true,
    }),
    writeRefundMail(
      sender,
      before,
      { cardLast4: '4242', intentId },
      { amountCents: 2000, reasonCode: 'cheaper', reason: '', isTest: false },
    ),
  ]
}
