import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Language } from '../../contract/language.ts'
import { LanguageProvider } from '../i18n/language.tsx'
import { ReviewFigure } from './review-figure.tsx'

test('a review without a first name says in the reader’s language that a patient wrote it', () => {
  const review = { _id: 'one', firstName: '', stars: 5, text: 'Kind.', date: 'Jun 5, 2022' }
  const render = (language: Language) =>
    renderToStaticMarkup(
      <LanguageProvider language={language} onChoose={() => {}}>
        <ReviewFigure review={review} />
      </LanguageProvider>,
    )
  expect(render('en')).toContain('<bdi>A patient</bdi>')
  expect(render('es')).toContain('<bdi>Un paciente</bdi>')
})
