import { formatDay } from '../../contract/date.ts'
import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import type { OnDay } from './queries.ts'

type Frame = {
  clinic: { name: string; phone: string }
  publicUrl: string
  recipient: string
  /** None where a weekday closes for good. */
  reason: string | undefined
}

/** Tells a patient that the clinic is closed on the days of their appointments. */
export function writeClosedMail(
  { clinic, publicUrl, recipient, reason }: Frame,
  appointments: readonly OnDay[],
): Mail {
  const days = [...new Set(appointments.map(({ day }) => formatDay(day)))]
  const one = appointments.length === 1
  const subject = `${clinic.name} is closed on ${days.join(' and ')}`
  const lines = appointments.map(
    ({ day, slot, treatment }) => `${treatment}: ${formatDay(day)}, ${slot}`,
  )
  const parts = frameMail(
    { clinicName: clinic.name, language: 'en' },
    {
      subject: days.length > 2 ? `${clinic.name} is closed on days that you have booked` : subject,
      paragraphs: [
        `We are sorry: the clinic will be closed on ${days.join(', ')}.`,
        ...(reason ? [`The reason: ${reason}`] : []),
        `${one ? 'You have an appointment' : 'You have appointments'} then:\n${lines.join('\n')}`,
        `Please choose another day, or call us at ${clinic.phone} and we will find a time together.`,
      ],
      action: { label: 'Choose another day', url: `${publicUrl}/appointment` },
    },
  )
  return { kind: 'clinic-closed', recipient, subject, ...parts }
}
