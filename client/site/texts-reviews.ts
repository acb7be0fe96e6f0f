import { defineTexts } from '../../contract/language.ts'

export const reviewsTexts = defineTexts({
  en: {
    page: 'This is reviews page',
    heading: 'What patients wrote',
    what: 'The reviews',
    pager: 'Pages of reviews',
    loading: 'Loading the reviews…',
    noneTitle: 'Nobody has written yet',
    write: 'Write about your visit',
    none: 'Patients can write a review after their visit. You may be the first.',
    readAll: 'Read all reviews',
  },
  es: {
    page: 'Esta es la página de opiniones',
    heading: 'Lo que escribieron los pacientes',
    what: 'las opiniones',
    pager: 'Páginas de opiniones',
    loading: 'Cargando las opiniones…',
    noneTitle: 'Todavía no ha escrito nadie',
    write: 'Escriba sobre su visita',
    none: 'Los pacientes pueden escribir una opinión después de su visita. La primera puede ser la suya.',
    readAll: 'Leer todas las opiniones',
  },
})
