import { defineTexts } from '../../contract/language.ts'

export const profileTexts = defineTexts({
  en: {
    title: 'Clinic Profile',
    lead: 'Patients see a change on the public pages as soon as you save.',
    what: 'The clinic profile',
    loading: 'Loading the clinic profile…',
    name: 'Name of the clinic',
    address: 'Address',
    phone: 'Phone',
    openingHours: 'Opening hours',
    openingHoursHint:
      'As patients read them, e.g. Monday to Saturday, 8:00 AM to 5:00 PM. What can be booked is set under Business Hours.',
    about: 'About page',
    contact: 'Contact page',
    privacy: 'Privacy page',
    privacyHint:
      'Markdown. While it is empty, patients read the text that comes with the portal, with your settings in it.',
    markdownHint:
      'Markdown: ## heading, **bold**, *italic*, [link](https://…), - list. An empty line begins a paragraph.',
    preview: 'Preview',
    /** Read out behind `preview`. */
    previewed: {
      about: 'of the about page',
      contact: 'of the contact page',
      privacy: 'of the privacy page',
    },
    previewOf: {
      about: 'Preview of the about page',
      contact: 'Preview of the contact page',
      privacy: 'Preview of the privacy page',
    },
    previewFailed: 'The preview did not load. Your text is safe.',
    previewEmpty: 'Nothing to show yet.',
    save: 'Save clinic profile',
    saved: 'Clinic profile saved',
    seeHome: 'See the home page',
    seeAbout: 'See the about page',
    seeContact: 'See the contact page',
    seePrivacy: 'See the privacy page',
    newTab: '(opens a new tab)',
  },
  es: {
    title: 'Perfil de la clínica',
    lead: 'Los pacientes ven los cambios en las páginas públicas en cuanto usted los guarda.',
    what: 'el perfil de la clínica',
    loading: 'Cargando el perfil de la clínica…',
    name: 'Nombre de la clínica',
    address: 'Dirección',
    phone: 'Teléfono',
    openingHours: 'Horario de atención',
    openingHoursHint:
      'Tal como lo leen los pacientes; por ejemplo: de lunes a sábado, de 8:00 a.m. a 5:00 p.m. Lo que se puede reservar se define en la página Horario de atención.',
    about: 'Página sobre la clínica',
    contact: 'Página de contacto',
    privacy: 'Página de privacidad',
    privacyHint:
      'Markdown. Mientras esté vacío, los pacientes leen el texto que trae el portal, con sus ajustes.',
    markdownHint:
      'Markdown: ## título, **negrita**, *cursiva*, [enlace](https://…), - lista. Una línea vacía comienza un párrafo.',
    preview: 'Vista previa',
    previewed: {
      about: 'de la página sobre la clínica',
      contact: 'de la página de contacto',
      privacy: 'de la página de privacidad',
    },
    previewOf: {
      about: 'Vista previa de la página sobre la clínica',
      contact: 'Vista previa de la página de contacto',
      privacy: 'Vista previa de la página de privacidad',
    },
    previewFailed: 'No se pudo cargar la vista previa. Su texto está a salvo.',
    previewEmpty: 'Todavía no hay nada que mostrar.',
    save: 'Guardar el perfil',
    saved: 'Se guardó el perfil de la clínica',
    seeHome: 'Ver la página de inicio',
    seeAbout: 'Ver la página sobre la clínica',
    seeContact: 'Ver la página de contacto',
    seePrivacy: 'Ver la página de privacidad',
    newTab: '(se abre en otra pestaña)',
  },
})
