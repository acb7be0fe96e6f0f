import { defineTexts } from '../../contract/language.ts'

export const photoTexts = defineTexts({
  en: {
    photo: 'Photo',
    hint: 'JPEG, PNG, WebP, AVIF or GIF, under 10 MB. It is cropped to a square.',
    choose: 'Choose a photo',
    chooseAnother: 'Choose another photo',
    orDrop: 'or drop one here',
    upload: 'Upload',
    cancel: 'Cancel upload',
    uploading: 'Uploading the photo…',
    preparing: 'Preparing the photo…',
    ready: 'The photo is ready.',
    notUploaded: 'The photo was not uploaded.',
    couldNot: 'The photo could not be uploaded.',
  },
  es: {
    photo: 'Foto',
    hint: 'JPEG, PNG, WebP, AVIF o GIF, de menos de 10 MB. Se recorta a un cuadrado.',
    choose: 'Elegir una foto',
    chooseAnother: 'Elegir otra foto',
    orDrop: 'o arrastre una hasta aquí',
    upload: 'Subida',
    cancel: 'Cancelar la subida',
    uploading: 'Subiendo la foto…',
    preparing: 'Preparando la foto…',
    ready: 'La foto está lista.',
    notUploaded: 'La foto no se subió.',
    couldNot: 'No se pudo subir la foto.',
  },
})

export type PhotoTexts = typeof photoTexts.en
