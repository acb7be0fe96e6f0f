import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import { type Day, formatDay, parseDay } from '../../../contract/date.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showDollars, showSlot } from '../../../contract/show.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import type { Treatment } from '../../../contract/treatments/treatment.ts'
import { useTakesCards } from '../../data/shared-queries.ts'
import { leaving, useAction } from '../../data/use-action.ts'
import { AppointmentCard } from '../../domain/appointment-card.tsx'
import { useAvailable } from '../../domain/availability.ts'
import { nextPickableDay } from '../../domain/clinic-time.ts'
import { EmailLink } from '../../domain/email-link.tsx'
import { TimeChoice, timeChoiceTexts } from '../../domain/time-choice.tsx'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { DoctorChoice, useDoctorChoice } from '../doctor-choice.tsx'
import {
  CannotChange,
  ChangeFrame,
  type ChangeScreenProps,
  changeProblem,
  type Found,
  linkWay,
  mayBeOver,
  touches,
} from './change-frame.tsx'
import { differenceOf, differenceTo, shortDifference, sorryText, testPartOf } from './money.ts'
import { type Rescheduled, RescheduledPanel, Summary } from './reschedule-summary.tsx'
import { changeTexts, rescheduleTexts } from './texts.ts'

/** Reschedules one of the patient's appointments to another time, or to another treatment. */
export function ReschedulePage() {
  const { title } = useTexts(rescheduleTexts)
  return <ChangeFrame title={title}>{(props) => <Reschedule {...props} />}</ChangeFrame>
}

/** The same screen for the link of a reminder. */
export function RescheduleByLinkPage() {
  const { title } = useTexts(rescheduleTexts)
  return (
    <EmailLink title={title} purpose="reschedule">
      {({ token, reply: { terms }, calendar, ...props }) => (
        <div className="change">
          <Reschedule {...props} way={linkWay(token)} found={{ terms, calendar }} />
        </div>
      )}
    </EmailLink>
  )
}

function Reschedule({ way, found, reload, onChanged }: ChangeScreenProps) {
  const { cannotReschedule } = useTexts(changeTexts)
  const { cancelInstead } = useTexts(rescheduleTexts)
  const { pickOther } = useTexts(timeChoiceTexts)
  const [done, setDone] = useState<Rescheduled>()
  const { choice, change } = useChoice(found)
  const { whyNotReschedule, whyNotCancel } = found.terms
  const [whyNotAtFirst] = useState(whyNotReschedule)
  if (done) return <RescheduledPanel {...done} isSignedIn={way.isSignedIn} />
  if (whyNotReschedule !== null) {
    return (
      <CannotChange
        title={cannotReschedule}
        reason={whyNotReschedule}
        isNew={whyNotAtFirst === null}
      >
        {whyNotCancel === null && way.toCancel && (
          <ButtonLink variant="quiet" to={way.toCancel}>
            {cancelInstead}
          </ButtonLink>
        )}
      </CannotChange>
    )
  }
  if (choice.day === null) return <Note>{pickOther}</Note>
  const { day } = choice
  const finish = (made: Rescheduled) => {
    setDone(made)
    onChanged?.()
  }
  return <Form {...{ way, found, reload, choice, day, change }} onDone={finish} />
}

type Choice = {
  day: Day | null
  treatmentId: string
  slot: string | null
  /** The id of a doctor; '' for anyone who is free. */
  doctor: string
}
type Picked = { day?: string; treatment?: string; slot?: string; doctor?: string }

/**
 * What is chosen so far, also stored in the address: a reload or a new sign-in in the middle loses
 * nothing. It adds no entry to the browser's history, so that the way back leaves this page.
 */
function useChoice({ terms, calendar }: Found) {
  const [params] = useSearchParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [picked, setPicked] = useState<Picked>(() => Object.fromEntries(params))
  const { booking } = terms
  const wanted = parseDay(picked.day ?? '') ?? parseDay(booking.date) ?? calendar.today
  const choice: Choice = {
    day: nextPickableDay(calendar, wanted) ?? nextPickableDay(calendar, calendar.today),
    treatmentId: picked.treatment ?? booking.treatmentId,
    slot: picked.slot ?? null,
    // Who is away is not proposed.
    doctor: picked.doctor ?? (terms.displaced ? '' : (booking.doctor?._id ?? '')),
  }

  function change(next: Picked) {
    // A time belongs to its day, its treatment and who is free for it.
    const { slot: _, ...rest } = picked
    const after = { ...(next.slot === undefined ? rest : picked), ...next }
    setPicked(after)
    const search = new URLSearchParams(after).toString()
    // Behind '#' stands the token of a link.
    void navigate({ search, hash }, { replace: true, preventScrollReset: true })
  }
  return { choice, change }
}

type FormProps = ChangeScreenProps & {
  choice: Choice
  day: Day
  change: (next: Picked) => void
  onDone: (done: Rescheduled) => void
}

/** Treatment, day and time; what it costs stands beside the one button. */
function Form({ way, found, reload, choice, day, change, onDone }: FormProps) {
  const language = useLanguage()
  const t = useTexts(rescheduleTexts)
  const { terms, calendar } = found
  const sorry = sorryText(language, terms)
  const { treatmentId, slot } = choice
  const anybody = useAvailable(day)
  const [isAsked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const treatment = wantedTreatment(anybody.data, terms, treatmentId)
  const own = anybody.data?.find(({ _id }) => _id === treatmentId)
  const doctor = useDoctorChoice(own ?? { _id: treatmentId, slots: [] }, day, {
    wanted: choice.doctor,
    choose: (next) => change({ doctor: next }),
  })
  const available = doctor.own ?? anybody
  const chosen = freeSlot(available.isCurrent ? available.data : undefined, treatmentId, slot)
  const { pending, refusal, run } = useReschedule({ way, terms, reload, onDone })

  const difference = differenceTo(terms, treatment)

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (chosen !== null) void run({ treatment, day, slot: chosen, doctor: doctor.chosen })
    else
      form.current?.querySelector<HTMLElement>('.time-choice-times :is(input, button, a)')?.focus()
  }
  return (
    <form className="reschedule-form" ref={form} onSubmit={submit} aria-busy={pending}>
      <div className="change-columns">
        <AppointmentCard appointment={terms.booking} />
        <div className="change-main">
          {sorry === null ? (
            <p>{t.until(showInstant(language, terms.cutoffAt, calendar.timeZone))}</p>
          ) : (
            <Note>{sorry}</Note>
          )}
          <TreatmentChoice
            terms={terms}
            treatments={anybody.data}
            chosen={treatmentId}
            onChoose={(next) => change({ treatment: next })}
          />
          <DoctorChoice doctor={doctor} />
        </div>
      </div>
      <TimeChoice
        calendar={calendar}
        day={day}
        onPickDay={(next) => change({ day: next })}
        treatmentId={treatmentId}
        doctor={doctor.chosen}
        doctorName={doctor.name}
        available={available}
        slot={slot}
        onPickSlot={(next) => change({ slot: next })}
        isMissing={isAsked && chosen === null}
      />
      <Summary
        from={terms.booking}
        to={{ treatment: treatment.name, day, slot: chosen }}
        difference={difference}
        testPart={testPartOf(terms, difference)}
        busy={pending}
        problem={refusal && changeProblem(language, refusal)}
        canBeKept={!terms.closed && !terms.displaced}
        isSignedIn={way.isSignedIn}
      />
    </form>
  )
}

/** The same treatment keeps the price it was booked for. */
function wantedTreatment(treatments: Treatment[] | undefined, terms: ChangeTerms, id: string) {
  const { treatmentId, treatment: name, price } = terms.booking
  const other = treatments?.find(({ _id }) => _id === id)
  return id === treatmentId || !other
    ? { _id: treatmentId, name, price }
    : { _id: other._id, name: other.name, price: other.price }
}

function freeSlot(treatments: Treatment[] | undefined, id: string, slot: string | null) {
  const slots = treatments?.find(({ _id }) => _id === id)?.slots ?? []
  return slot !== null && slots.includes(slot) ? slot : null
}

type TreatmentChoiceProps = {
  terms: ChangeTerms
  /** While they load, only the present one can be named. */
  treatments: Treatment[] | undefined
  chosen: string
  onChoose: (treatmentId: string) => void
}

/** The same treatment first, the others with the difference in money. */
function TreatmentChoice({ terms, treatments, chosen, onChoose }: TreatmentChoiceProps) {
  const language = useLanguage()
  const t = useTexts(rescheduleTexts)
  const { treatmentId, treatment } = terms.booking
  const isGone = treatments !== undefined && !treatments.some(({ _id }) => _id === treatmentId)
  const others = (treatments ?? []).filter(({ _id }) => _id !== treatmentId)
  const options = [
    { value: treatmentId, label: isGone ? t.gone(treatment) : treatment },
    ...others.map(({ _id, name, price }) => {
      const difference = differenceOf(terms, price)
      const money = shortDifference(language, difference, testPartOf(terms, difference))
      return { value: _id, label: `${name}: ${money}` }
    }),
  ]
  return (
    <SelectField
      label={t.treatment}
      name="treatment"
      options={options}
      value={options.some(({ value }) => value === chosen) ? chosen : treatmentId}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

type Target = {
  treatment: { _id: string; price: number }
  day: Day
  slot: string
  /** The id of a doctor; '' for anyone who is free. */
  doctor: string
}

/** Sends it, and goes on to the payment where a paid appointment now costs more. */
function useReschedule({
  way,
  terms,
  reload,
  onDone,
}: Pick<FormProps, 'way' | 'reload' | 'onDone'> & Pick<Found, 'terms'>) {
  const navigate = useNavigate()
  const takesCards = useTakesCards() ?? true
  const language = useLanguage()
  const t = useTexts(rescheduleTexts)

  const { paidInTest } = terms.booking
  const testPartIn = ({ booking }: Pick<Rescheduled, 'booking'>) =>
    Math.max(0, paidInTest - booking.paidInTest)

  return useAction<Target, Rescheduled>({
    async send({ treatment, day, slot, doctor }) {
      const { kind, amount } = differenceTo(terms, treatment)
      const done = await way.reschedule({
        revision: terms.revision,
        treatmentId: treatment._id,
        date: formatDay(day),
        slot,
        ...(doctor !== '' && { doctor }),
        price: treatment.price,
        returned: kind === 'back' ? amount : 0,
      })
      return { ...done, testPart: testPartIn(done) }
    },
    async find({ treatment, day, slot, doctor }) {
      const { booking, paid } = await way.readTerms()
      const isDone =
        booking.treatmentId === treatment._id &&
        booking.slot === slot &&
        (doctor === '' || booking.doctor?._id === doctor) &&
        booking.date === formatDay(day)
      const returned = Math.max(0, terms.paid - paid)
      const done = { booking, due: booking.due, returned, testPart: testPartIn({ booking }) }
      return isDone ? done : null
    },
    touches,
    onDone(done) {
      // Paying asks for a sign-in, and a link works without one.
      const isPaidNext = terms.paid > 0 && done.due > 0 && takesCards && way.isSignedIn
      if (!isPaidNext) return onDone(done)
      const { _id, date, slot } = done.booking
      const money = showDollars(language, done.due)
      toast.success(t.rescheduledAndDue(showDate(language, date), showSlot(language, slot), money))
      void navigate(paths.payment(_id), { replace: true })
      return leaving
    },
    onRefused: (refusal) => mayBeOver(refusal) && reload(),
  })
}
