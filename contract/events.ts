import * as z from 'zod/mini'
import { defineTexts, type Language, locales } from './language.ts'
import { type Reader, Reason, reasonText } from './payments/refund-reasons.ts'
import { showDay, showSlot } from './show.ts'

/**
 * Words of a Molar that stored sentences, where they could not be taken apart (migration 0019): such
 * data has a `text` of its own.
 */
export const AsWritten = z.object({ text: z.string() })
export type AsWritten = z.infer<typeof AsWritten>

export function isAsWritten(data: object): data is AsWritten {
  return 'text' in data
}

/** `currency` as in `usd`. */
const money = { amountCents: z.int(), currency: z.string() }
const charge = { ...money, transactionId: z.nullable(z.string()) }

/** Where a reschedule came from or went to; names only of what changed. */
const Time = z.object({
  day: z.string(),
  slot: z.string(),
  treatment: z.optional(z.string()),
  doctor: z.optional(z.string()),
  chair: z.optional(z.string()),
})
type Time = z.infer<typeof Time>

/** Why a refund came to nothing: the provider refused it, or what kept us from asking. */
const RefundFailure = z.union([
  z.object({ code: z.literal('provider_refused') }),
  z.object({ text: z.string() }),
])

const line = <const Kind extends string, Data extends z.ZodMiniType>(kind: Kind, data: Data) =>
  z.object({
    /** An instant in UTC, ISO text. */
    at: z.string(),
    by: z.enum(['patient', 'clinic', 'portal']),
    /** An e-mail, or `portal`; `null` where a patient reads it. */
    actor: z.nullable(z.string()),
    kind: z.literal(kind),
    data: z.union([AsWritten, data]),
  })
const nothing = z.object({})

/** One line of an appointment's history: what happened, and its fields. */
export const HistoryEntry = z.discriminatedUnion('kind', [
  line('booked', z.object({ slot: z.string() })),
  /** Brought over from the clinic's former records, with the time it had there. */
  line('imported', Time),
  /** Without a reason it was its patient who cancelled. */
  line('cancelled', z.object({ reason: z.nullable(Reason) })),
  line('paid', z.object(charge)),
  line('payment_surplus', z.object({ ...charge, reason: Reason })),
  line('refund_requested', z.object({ ...charge, reason: Reason })),
  line('refunded', z.object({ ...charge, reason: Reason })),
  line('refund_failed', z.object({ ...charge, failure: RefundFailure })),
  line('moved', z.object({ from: Time, to: Time })),
  line('confirmed', nothing),
  /** Its day was closed, or its doctor is away, and its patient was asked by mail to choose another time. */
  line('asked', nothing),
  line('arrived', nothing),
  line('seated', nothing),
  line('completed', nothing),
  line('no_show', nothing),
  /** A wrong press was taken back: to the status that holds again. */
  line('status_undone', z.object({ status: z.enum(['booked', 'arrived', 'seated']) })),
  line('paid_at_desk', z.object({ ...money, method: z.enum(['cash', 'card', 'other']) })),
  line('desk_payment_removed', z.object(charge)),
])
export type HistoryEntry = z.infer<typeof HistoryEntry>

export type EventKind = HistoryEntry['kind']
type EventData = { [E in HistoryEntry as E['kind']]: Exclude<E['data'], AsWritten> }

/** What is stored of an event: its kind and its fields. */
export type AppointmentEvent<K extends EventKind = EventKind> = {
  [Kind in K]: { kind: Kind; data: EventData[Kind] }
}[K]

type Describers = { [K in EventKind]: (data: EventData[K]) => string }
type Charge = { amountCents: number; currency: string; transactionId: string | null }

const silent = () => ''
const chargeText = (language: Language, { transactionId, ...amount }: Charge) =>
  [amountText(language, amount), transactionId].filter(Boolean).join(', ')
const timeText = (language: Language, { treatment, day, slot, doctor, chair }: Time) =>
  [treatment, showDay(language, day), showSlot(language, slot), doctor, chair]
    .filter(Boolean)
    .join(', ')
const movedText = (language: Language, { from, to }: { from: Time; to: Time }) => {
  const isSameTime = from.day === to.day && from.slot === to.slot
  const text = ({ treatment, doctor, chair, ...time }: Time) =>
    isSameTime
      ? [treatment, doctor, chair].filter(Boolean).join(', ') || '–'
      : timeText(language, { treatment, doctor, chair, ...time })
  return `${text(from)} → ${text(to)}`
}

type Words = {
  methods: Record<'cash' | 'card' | 'other', string>
  /** Of a refund. */
  refused: string
  statuses: Record<'booked' | 'arrived' | 'seated', string>
}

const words = defineTexts<Words>({
  en: {
    methods: { cash: 'cash', card: 'card', other: 'other' },
    refused: 'the provider refused it',
    statuses: { booked: 'booked again', arrived: 'arrived again', seated: 'in the chair again' },
  },
  es: {
    methods: { cash: 'en efectivo', card: 'con tarjeta', other: 'de otra forma' },
    refused: 'el proveedor lo rechazó',
    statuses: {
      booked: 'reservada de nuevo',
      arrived: 'llegada de nuevo',
      seated: 'en el sillón de nuevo',
    },
  },
})

function describersIn(language: Language, reader: Reader): Describers {
  const { methods, refused, statuses } = words[language]
  const charged = (data: Charge) => chargeText(language, data)
  const withReason = (data: Charge & { reason: Reason }) =>
    `${charged(data)}. ${reasonText(language, data.reason, reader)}`
  return {
    booked: ({ slot }) => showSlot(language, slot),
    imported: (time) => timeText(language, time),
    cancelled: ({ reason }) => (reason ? reasonText(language, reason, reader) : ''),
    paid: charged,
    payment_surplus: withReason,
    refund_requested: withReason,
    refunded: withReason,
    refund_failed: (data) =>
      `${charged(data)}. ${'code' in data.failure ? refused : data.failure.text}`,
    moved: (data) => movedText(language, data),
    confirmed: silent,
    asked: silent,
    arrived: silent,
    seated: silent,
    completed: silent,
    no_show: silent,
    status_undone: ({ status }) => statuses[status],
    paid_at_desk: ({ method, ...amount }) => `${amountText(language, amount)}, ${methods[method]}`,
    desk_payment_removed: charged,
  }
}

const describers: Record<Reader, Record<Language, Describers>> = {
  patient: { en: describersIn('en', 'patient'), es: describersIn('es', 'patient') },
  staff: { en: describersIn('en', 'staff'), es: describersIn('es', 'staff') },
}

/** The fields of an event in the reader's language, without the name of its kind; '' where there are none. */
export function describeEvent<K extends EventKind>(
  language: Language,
  { kind, data }: { [Kind in K]: { kind: Kind; data: EventData[Kind] | AsWritten } }[K],
  reader: Reader = 'patient',
): string {
  return isAsWritten(data) ? data.text : describers[reader][language][kind](data)
}

/** `$1,250`, as `showDollars` has it, in whichever currency it was. */
function amountText(
  language: Language,
  { amountCents, currency }: { amountCents: number; currency: string },
): string {
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amountCents / 100)
}
