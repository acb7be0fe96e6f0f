import { type FormEvent, useRef, useState } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { type Day, formatDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { dependentRefusalTexts } from '../../contract/patients/dependent.ts'
import { showDay, showDollars, showSlot, showWeekdayAndDay } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { call, type Refusal } from '../data/api.ts'
import { calendar, clinicNow, policy as clinicPolicy } from '../data/shared-queries.ts'
import { leaving, notSent, useAction } from '../data/use-action.ts'
import { useRead } from '../data/use-read.ts'
import { beginOf } from '../domain/clinic-time.ts'
import { PolicyNote, UnprovedNote } from '../domain/policy-note.tsx'
import { slotTexts } from '../domain/time-choice.tsx'
import { waitText } from '../i18n/duration-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { Link } from '../ui/link.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { BookingTimes, useSlot } from './booking-times.tsx'
import { DoctorChoice, useDoctorChoice, useNamedDoctor } from './doctor-choice.tsx'
import { DependentChoice, useTyped } from './patient-choice.tsx'
import type { Choice } from './use-choice.ts'
import './booking-modal.css'

const bookingTexts = defineTexts({
  en: {
    book: 'Book',
    bookFor: (dollars: string) => `Book for ${dollars}`,
    chooseTime: 'Choose a time',
    chooseFirst: 'Please choose a time first.',
    noneLeft: (date: string) => `Nothing else is free on ${date} just now.`,
    signedOut: 'Nothing has been booked: you have been signed out. Please sign in again.',
    notBooked: (why: string) => `Nothing has been booked. ${why}`,
    tooMuch: 'Nothing has been booked yet: that was a lot at once.',
    waitAWhile: 'Please wait a little and try again.',
    unknownBefore:
      'We could not reach the clinic. Your appointment may or may not have been made; look at ',
    myAppointments: 'My Appointments',
    unknownAfter: ' before trying again.',
  },
  es: {
    book: 'Reservar',
    bookFor: (dollars) => `Reservar por ${dollars}`,
    chooseTime: 'Elija un horario',
    chooseFirst: 'Elija primero un horario, por favor.',
    noneLeft: (date) => `Por ahora no queda nada más libre el ${date}.`,
    signedOut: 'No se reservó nada: su sesión se cerró. Inicie sesión de nuevo, por favor.',
    notBooked: (why) => `No se reservó nada. ${why}`,
    tooMuch: 'Todavía no se reservó nada: fueron muchos intentos seguidos.',
    waitAWhile: 'Espere un poco e inténtelo de nuevo, por favor.',
    unknownBefore:
      'No pudimos comunicarnos con la clínica. Puede que su cita se haya reservado o no; revise ',
    myAppointments: 'Mis citas',
    unknownAfter: ' antes de intentarlo de nuevo.',
  },
})

type BookingModalProps = BookingDialog & {
  zone: string | null
  /** Opens the same treatment and doctor on another day. */
  onPickDay: (day: Day) => void
}

/** Books one treatment on one day, and updates its times while it is open. */
export function BookingModal(props: BookingModalProps) {
  const { treatment, day, zone, onClose, onPickDay } = props
  const language = useLanguage()
  const t = useTexts(bookingTexts)
  const form = useRef<HTMLFormElement>(null)
  const booking = useBooking(props)
  const { user, dependent, doctor, phone, slots, time, isBusy, isMissing, refusal } = booking
  const { slot } = time
  const ownName = dependent.isUnread ? '…' : (user?.displayName ?? '')

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (slot === undefined) focusTimes(form.current)
    booking.submit()
  }

  return (
    <Modal title={treatment.name} isOpen onClose={() => !isBusy && onClose()}>
      <form className="booking-form" ref={form} onSubmit={onSubmit} aria-busy={isBusy}>
        {treatment.description && <p className="booking-what">{treatment.description}</p>}
        <DependentChoice dependent={dependent} />
        <DoctorChoice doctor={doctor} />
        <BookingKnown
          name={dependent.isNew ? undefined : (dependent.name ?? ownName)}
          email={user?.email}
          day={day}
          phone={phone}
          onPhone={booking.setPhone}
        />
        <BookingTimes
          {...{ day, slots, time, doctor, zone, onPickDay }}
          treatment={treatment._id}
        />
        <BookingPolicy day={day} slot={slot} />
        {user && !user.emailVerified && <UnprovedNote />}
        <div className="booking-send">
          <BookingProblem refusal={refusal} />
          <ErrorLine>{dependent.failure && t.notBooked(dependent.failure)}</ErrorLine>
          {isMissing && slots && (
            <ErrorLine>
              {slots.length > 0 ? t.chooseFirst : noneLeft(language, day, doctor.name)}
            </ErrorLine>
          )}
          <BookingSum day={day} slot={slot} price={treatment.price} />
          <Button type="submit" busy={isBusy}>
            {treatment.price > 0 ? t.bookFor(showDollars(language, treatment.price)) : t.book}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** The first time, or what is there instead of times. */
function focusTimes(form: HTMLElement | null) {
  const find = (part: string) => form?.querySelector<HTMLElement>(`.booking-times ${part}`)
  const place = find(':is(input, button)') ?? find('fieldset')
  place?.focus()
}

function noneLeft(language: Language, day: Day, doctor: string | undefined): string {
  const date = showDay(language, day)
  return doctor === undefined
    ? bookingTexts[language].noneLeft(date)
    : slotTexts[language].noneWith(doctor, date)
}

type BookingKnownProps = {
  /** Who is treated; `undefined` while that is being typed elsewhere. */
  name: string | undefined
  email: string | undefined
  day: Day
  phone: string
  onPhone: (phone: string) => void
}

/** What is known of the patient and the day, and the one thing to add. */
function BookingKnown({ name, email = '', day, phone, onPhone }: BookingKnownProps) {
  const language = useLanguage()
  const t = useTexts(sharedTexts)
  return (
    <div className="booking-known">
      {name !== undefined && <Field label={t.name} value={name} readOnly />}
      <Field label={t.email} type="email" value={email} readOnly />
      <Field label={t.date} value={showDay(language, day)} readOnly />
      <Field
        label={t.phone}
        type="tel"
        autoComplete="tel"
        maxLength={200}
        value={phone}
        onChange={(event) => onPhone(event.target.value)}
      />
    </div>
  )
}

/** The rules for the time that is chosen; for any, while none is. */
function BookingPolicy({ day, slot }: { day: Day; slot: string | undefined }) {
  const policy = useRead(clinicPolicy).data
  const rules = useRead(calendar).data
  const begin = rules && slot && beginOf({ date: formatDay(day), slot }, rules.timeZone)
  const cutoffMs = (policy?.cutoffMinutes ?? 0) * 60_000
  const isLate = begin ? begin - cutoffMs <= clinicNow(rules) : false
  return <PolicyNote policy={policy} isLate={isLate && cutoffMs > 0} />
}

/** What the button beside it books. */
function BookingSum({ day, slot, price }: { day: Day; slot: string | undefined; price: number }) {
  const language = useLanguage()
  const { chooseTime } = useTexts(bookingTexts)
  const today = useRead(calendar).data?.today
  return (
    <p className="booking-sum">
      <strong>{showWeekdayAndDay(language, day, today)}</strong>
      <span className="booking-when" data-missing={slot === undefined || undefined}>
        {slot === undefined ? chooseTime : showSlot(language, slot)}
      </span>
      <span className="booking-price">{priceText(language, price)}</span>
    </p>
  )
}

/** Why the form is still open after it was sent, and what is safe. */
function BookingProblem({ refusal }: { refusal: Refusal | undefined }) {
  const language = useLanguage()
  const t = useTexts(bookingTexts)
  if (!refusal) return null
  const why = whyNotBooked(language, refusal)
  if (why !== null) return <ErrorLine>{why}</ErrorLine>
  return (
    <ErrorLine>
      {t.unknownBefore}
      <Link to={paths.dashboard}>{t.myAppointments}</Link>
      {t.unknownAfter}
    </ErrorLine>
  )
}

type BookingDialog = {
  treatment: Treatment
  day: Day
  /** What the address says of the form. */
  remembered: Pick<Choice, 'slot' | 'dependent'>
  onRemember: (part: Partial<Pick<Choice, 'slot' | 'dependent'>>) => void
  onClose: () => void
  onBooked: (booking: Booking) => void
}

type Request = { user: { email: string; displayName: string }; slot: string; phone: string }

/** The state of the form: patient and time, and sending them. */
function useBooking({ treatment, day, remembered, onRemember, onClose, onBooked }: BookingDialog) {
  const { user } = useSession()
  const language = useLanguage()
  const announce = useAnnouncement(day)
  const { dependent, phone, setPhone, forgetTyped } = useTyped(user?.email ?? '', {
    remembered: remembered.dependent,
    onChoose: (chosen) => onRemember({ dependent: chosen || null }),
  })
  const [isMissing, setMissing] = useState(false)
  // The time that is being booked is no longer free for a moment before the answer is here.
  const [slotsAsSent, setSlotsAsSent] = useState<readonly string[]>()
  const doctor = useDoctorChoice(treatment, day, useNamedDoctor())
  const slots = slotsAsSent ?? doctor.slots
  const time = useSlot(slots, remembered.slot, (slot) => {
    setMissing(false)
    onRemember({ slot })
  })

  // A name, as in `Sent`: the same press may have added the dependent.
  const sentFor = useRef<string | null>(undefined)
  const booking = useAction({
    async send({ user: { email, displayName }, slot, phone }: Request) {
      const treated = await dependent.settle()
      if (treated === null) return notSent
      sentFor.current = treated.name
      const body = {
        treatmentId: treatment._id,
        treatment: treatment.name,
        date: formatDay(day),
        slot,
        price: treatment.price,
        patient: email,
        patientName: displayName,
        ...(treated.id && { dependent: treated.id }),
        ...(doctor.chosen && { doctor: doctor.chosen }),
        phone,
      }
      return (await call(endpoints.bookAppointment, { body })).booking
    },
    async find({ user: { email }, slot }) {
      const own = await call(endpoints.listAppointments, { query: { email } })
      const sent = { treatment, day, slot, dependent: sentFor.current }
      return own.find((one) => isOf(one, sent)) ?? null
    },
    touches: [
      endpoints.listAvailable,
      endpoints.listNextTimes,
      endpoints.listFreeDays,
      endpoints.findNextFreeDay,
      endpoints.listAppointments,
    ],
    onDone(booked, { slot }) {
      announce(slot)
      forgetTyped()
      onBooked(booked)
      return leaving
    },
    onRefused(refusal, { slot }) {
      if (!isFinal(refusal)) return
      announce(slot, whyRefused(language, refusal, dependent.chosen !== ''))
      onClose()
      return leaving
    },
    onSettled: () => setSlotsAsSent(undefined),
  })

  return {
    user,
    dependent,
    doctor,
    phone,
    setPhone,
    slots,
    time,
    isBusy: booking.pending,
    isMissing: isMissing && time.slot === undefined,
    refusal: booking.refusal && !isFinal(booking.refusal) ? booking.refusal : undefined,
    submit() {
      const { slot } = time
      setMissing(slot === undefined)
      if (slot === undefined || !user || booking.pending) return
      // In the address before anything can lead away from here.
      onRemember({ slot })
      setSlotsAsSent(slots)
      void booking.run({ user, slot, phone })
    },
  }
}

type Sent = {
  treatment: Treatment
  day: Day
  slot: string
  /** The name; `null` for the account holder, `undefined` where it is not known. */
  dependent: string | null | undefined
}

/** Whether an appointment is the one that was sent: others in the family may have the same treatment and slot. */
function isOf(one: Booking, { treatment, day, slot, dependent }: Sent): boolean {
  return (
    one.treatmentId === treatment._id &&
    one.slot === slot &&
    one.date === formatDay(day) &&
    (one.dependent?.name ?? null) === dependent
  )
}

/** The specification's refused booking closes the form; anything else can be mended in it. */
function isFinal({ status, code }: Refusal): boolean {
  return status === 409 || code === 'too_many_bookings'
}

/** The toast after booking. */
function useAnnouncement(day: Day) {
  const language = useLanguage()
  const t = useTexts(messageTexts)
  return (slot: string, why?: string) => {
    const shown = [showDay(language, day), showSlot(language, slot)] as const
    if (why === undefined) return toast.success(t.appointmentSet(...shown))
    const refused = t.appointmentRefused(...shown)
    toast.error(why ? `${refused}. ${why}` : refused)
  }
}

/** Why a time was refused; for a dependent, it is they who have an appointment already. */
export function whyRefused(
  language: Language,
  { code, message }: Pick<Refusal, 'code' | 'message'>,
  isForDependent: boolean,
): string {
  const t: Readonly<Record<string, string>> = dependentRefusalTexts[language]
  return (isForDependent ? t[code] : undefined) ?? message
}

/** Why nothing was booked, and what can be done about it; null where that is not known. */
export function whyNotBooked(language: Language, refusal: Refusal): string | null {
  const t = bookingTexts[language]
  const { kind, message, issues, retryAfterSeconds: seconds } = refusal
  if (kind === 'unclear') return null
  if (kind === 'signedOut') return t.signedOut
  if (kind === 'tooMany')
    return `${t.tooMuch} ${seconds ? waitText(language, seconds) : t.waitAWhile}`
  return t.notBooked(issues.map((issue) => issue.message).join(' ') || message)
}
