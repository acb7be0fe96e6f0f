import { expect, test } from 'vitest'
import { operator } from '../../contract/audit.ts'
import { actorText } from './outcome.ts'
import { auditTexts } from './texts.ts'

test('the operator is named in the reader’s language, and other actors by their e-mail address', () => {
  const said = [auditTexts.en, auditTexts.es].map((t) => actorText(operator, t))
  expect(said).toEqual(['Operator, on the server', 'Operador, en el servidor'])
  expect(actorText('jane@clinic.example', auditTexts.es)).toBe('jane@clinic.example')
})
