import { defineTexts, plural } from '../../contract/language.ts'

export const practiceTexts = defineTexts({
  en: {
    title: 'Reports',
    what: 'The report',
    loading: 'Loading the report…',
    lead: 'What doctors and chairs offered, what was booked, what was lost, and what each doctor brought in.',
    period: 'Period',
    ownDays: 'Days of your choice',
    hoursByDoctor: 'Hours by doctor',
    hoursByChair: 'Hours by chair',
    moneyByDoctor: 'Money by doctor',
    doctor: 'Doctor',
    chair: 'Chair',
    noDoctor: 'Without a doctor',
    noChair: 'Without a chair',
    appointments: 'Appointments',
    offered: 'Offered',
    booked: 'Booked',
    filled: 'Filled',
    missed: 'No-shows',
    cancelledLate: 'Late cancellations',
    seen: 'Booked and not missed',
    collected: 'Collected',
    returned: 'Refunded',
    kept: 'Collected less refunds',
    hours: (hours: string) => `${hours} h`,
    noShare: '–',
    use: (booked: string, offered: string, share: string, lost: string) =>
      `${booked} of ${offered} hours are booked, ${share}; lost to no-shows and late cancellations: ${lost} h.`,
    noHours: 'No hours were offered on these days.',
    nobody: 'There are no doctors with hours or appointments on these days.',
    noChairs: 'The clinic has no chairs with hours or appointments on these days.',
    money: (kept: string, collected: string, returned: string) =>
      `${kept} was kept: ${collected} collected, ${returned} refunded.`,
    exportCsv: 'Export as CSV',
    print: 'Print',
    counts: 'What the numbers count',
    definitions: (cutoff: string, most: number) => [
      [
        'Offered',
        'A doctor’s working hours, without breaks, time off, blocks and days on which the clinic is closed. A chair is offered while at least one doctor who may work in it works. Hours of doctors who were removed are no longer known.',
      ],
      [
        'Booked',
        'The length of appointments that were not cancelled, no-shows among them, without the minutes for cleaning up. Filled is its share of the hours offered; appointments outside the hours can take it above 100%.',
      ],
      ['No-shows', 'The length of appointments that staff have set to no-show.'],
      [
        'Late cancellations',
        `The length of appointments cancelled less than ${cutoff} before their begin, the time limit of your policy now, by the patient or by you; less what was booked again at that time.`,
      ],
      [
        'Money',
        'What was charged by card or taken at the desk on these days, for whatever day, and what of it has gone back since. The sums are those of the overview.',
      ],
      ['Days', `A report covers up to ${most} days.`],
    ],
    cutoff: (minutes: number) =>
      minutes % 60 === 0
        ? `${minutes / 60} ${plural('en', minutes / 60, { one: 'hour', other: 'hours' })}`
        : `${minutes} minutes`,
  },
  es: {
    title: 'Informes',
    what: 'el informe',
    loading: 'Cargando el informe…',
    lead: 'Lo que ofrecieron doctores y sillones, lo reservado, lo perdido, y lo que cobró cada doctor.',
    period: 'Período',
    ownDays: 'Días a su elección',
    hoursByDoctor: 'Horas por doctor',
    hoursByChair: 'Horas por sillón',
    moneyByDoctor: 'Dinero por doctor',
    doctor: 'Doctor',
    chair: 'Sillón',
    noDoctor: 'Sin doctor',
    noChair: 'Sin sillón',
    appointments: 'Citas',
    offered: 'Ofrecidas',
    booked: 'Reservadas',
    filled: 'Ocupación',
    missed: 'Ausencias',
    cancelledLate: 'Cancelaciones tardías',
    seen: 'Reservadas sin ausencia',
    collected: 'Cobrado',
    returned: 'Reembolsado',
    kept: 'Cobrado menos reembolsos',
    hours: (hours) => `${hours} h`,
    noShare: '–',
    use: (booked, offered, share, lost) =>
      `${booked} de ${offered} horas están reservadas, el ${share}; perdidas por ausencias y cancelaciones tardías: ${lost} h.`,
    noHours: 'No se ofrecieron horas en estos días.',
    nobody: 'No hay doctores con horario o citas en estos días.',
    noChairs: 'La clínica no tiene sillones con horario o citas en estos días.',
    money: (kept, collected, returned) =>
      `Quedaron ${kept}: ${collected} cobrados, ${returned} reembolsados.`,
    exportCsv: 'Exportar como CSV',
    print: 'Imprimir',
    counts: 'Qué cuentan los números',
    definitions: (cutoff, most) => [
      [
        'Ofrecidas',
        'El horario de trabajo de un doctor, sin pausas, ausencias, bloqueos ni días en que la clínica está cerrada. Un sillón se ofrece mientras trabaja al menos un doctor que puede usarlo. El horario de los doctores eliminados ya no se conoce.',
      ],
      [
        'Reservadas',
        'La duración de las citas que no se cancelaron, con las ausencias y sin los minutos de limpieza. La ocupación es su parte de las horas ofrecidas; las citas fuera del horario pueden llevarla por encima del 100 %.',
      ],
      ['Ausencias', 'La duración de las citas marcadas como ausencia.'],
      [
        'Cancelaciones tardías',
        `La duración de las citas canceladas a menos de ${cutoff} de su comienzo, el límite actual de su política, por el paciente o por la clínica; menos lo que se volvió a reservar a esa hora.`,
      ],
      [
        'Dinero',
        'Lo que se cobró con tarjeta o en recepción en estos días, para cualquier día, y lo que se ha devuelto desde entonces. Las sumas son las del resumen.',
      ],
      ['Días', `Un informe abarca hasta ${most} días.`],
    ],
    cutoff: (minutes) =>
      minutes % 60 === 0
        ? `${minutes / 60} ${plural('es', minutes / 60, { one: 'hora', other: 'horas' })}`
        : `${minutes} minutos`,
  },
})
