import { defineTexts } from '../../../contract/language.ts'

export const homeTexts = defineTexts({
  en: {
    heroTitle: 'Your New Smile Starts Here',
    heroLead:
      'A calm practice in Brooklyn. See which times are free, book one in a minute, and know the price before you sit down.',
    getStarted: 'Get Started',
    heroNote: 'Nervous? Tell us when you arrive. We go at your pace.',
    heroPicture:
      "A patient leans back in the dentist's chair, smiling with closed eyes. Morning light falls through the window, and a cat sleeps under the footrest.",
    whenAndWhere: 'When and where',
    ourServices: 'OUR SERVICES',
    servicesTitle: 'Services We Provide',
    careTitle: 'Exceptional Dental Care, on Your Terms',
    careLead:
      'You choose the day and the hour, and you see the price first. In the chair you have a signal: raise your hand and we stop, every time, no questions.',
    carePicture: 'A woman laughs, toothbrush in hand.',
    seeFree: 'See what is free',
    promoTitle: 'Make an appointment Today',
    promoLead:
      'Pick a day, then a time that suits you. It takes about a minute, and nothing is charged when you book.',
    testimonial: 'Testimonial',
    testimonialsTitle: 'What Our Patients Says',
  },
  es: {
    heroTitle: 'Su nueva sonrisa empieza aquí',
    heroLead:
      'Una consulta tranquila en Brooklyn. Vea qué horarios hay libres, reserve en un minuto y conozca el precio antes de sentarse.',
    getStarted: 'Empezar',
    heroNote: '¿Le da nervios? Díganoslo al llegar. Vamos a su ritmo.',
    heroPicture:
      'Una paciente se recuesta en el sillón dental y sonríe con los ojos cerrados. La luz de la mañana entra por la ventana y un gato duerme bajo el reposapiés.',
    whenAndWhere: 'Cuándo y dónde',
    ourServices: 'NUESTROS SERVICIOS',
    servicesTitle: 'Lo que hacemos por usted',
    careTitle: 'Una atención dental excepcional, a su manera',
    careLead:
      'Usted elige el día y la hora, y ve primero el precio. En el sillón tiene una señal: levante la mano y paramos, siempre, sin preguntas.',
    carePicture: 'Una mujer ríe con el cepillo de dientes en la mano.',
    seeFree: 'Ver qué hay libre',
    promoTitle: 'Pida su cita hoy',
    promoLead:
      'Elija un día y luego la hora que le convenga. Se tarda un minuto, y no se cobra nada al reservar.',
    testimonial: 'Testimonios',
    testimonialsTitle: 'Lo que dicen nuestros pacientes',
  },
})
