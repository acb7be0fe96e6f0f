import { useNavigate } from 'react-router'
import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import { type Day, formatDay } from '../../../contract/date.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showDollars, showSlot } from '../../../contract/show.ts'
import { useTakesCards } from '../../data/payment-settings.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { toast } from '../../ui/toast.ts'
import type { ChangeWay } from './change-way.ts'
import { differenceTo } from './money-difference.ts'
import { moveTexts } from './move-texts.ts'
import type { Moved } from './moved-panel.tsx'
import { useSend } from './use-send.ts'

type Move = {
  way: ChangeWay
  terms: ChangeTerms
  onMoved: (moved: Moved) => void
  onRefused: () => void
}

type Wish = { treatment: { _id: string; price: number }; day: Day; slot: string }

/** Makes the move, and goes on to the payment where a paid appointment has become dearer. */
export function useMove({ way, terms, onMoved, onRefused }: Move) {
  const { run, ...state } = useSend()
  const navigate = useNavigate()
  const takesCards = useTakesCards() ?? true
  const language = useLanguage()
  const t = useTexts(moveTexts)

  function finish(moved: Moved) {
    // Paying wants a sign-in, which a link has done without.
    const isPaidNext = terms.paid > 0 && moved.due > 0 && takesCards && way.isSignedIn
    if (!isPaidNext) return onMoved(moved)
    const { _id, date, slot } = moved.booking
    const money = showDollars(language, moved.due)
    toast.success(t.movedAndDue(showDate(language, date), showSlot(language, slot), money))
    void navigate(paths.payment(_id), { replace: true })
  }

  const submit = ({ treatment, day, slot }: Wish) => {
    const treatmentId = treatment._id
    const { kind, amount } = differenceTo(terms, treatment)
    const body = {
      revision: terms.revision,
      treatmentId,
      date: formatDay(day),
      slot,
      price: treatment.price,
      returned: kind === 'back' ? amount : 0,
    }
    return run<Moved>({
      send: () => way.move(body),
      find: async () => {
        const { booking, paid } = await way.readTerms()
        const isThere =
          booking.treatmentId === treatmentId && booking.slot === slot && booking.date === body.date
        const returned = Math.max(0, terms.paid - paid)
        return isThere ? { booking, due: booking.due, returned } : null
      },
      onDone: finish,
      onRefused,
    })
  }
  return { ...state, submit }
}
