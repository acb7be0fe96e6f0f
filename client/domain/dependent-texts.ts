import { defineTexts } from '../../contract/language.ts'

/** About an account's dependents. */
export const dependentTexts = defineTexts({
  en: {
    nameRequired: 'Name is required',
    relation: 'Relation',
    relations: { child: 'Child', partner: 'Partner', parent: 'Parent', other: 'Somebody else' },
    yours: {
      child: 'Your child',
      partner: 'Your partner',
      parent: 'Your parent',
      other: 'Booked by you',
    },
    of: {
      child: (booker: string) => `Child of ${booker}`,
      partner: (booker: string) => `Partner of ${booker}`,
      parent: (booker: string) => `Parent of ${booker}`,
      other: (booker: string) => `Booked by ${booker}`,
    },
  },
  es: {
    nameRequired: 'Escriba el nombre',
    relation: 'Relación',
    relations: { child: 'Hijo o hija', partner: 'Pareja', parent: 'Padre o madre', other: 'Otra' },
    yours: {
      child: 'Su hijo o hija',
      partner: 'Su pareja',
      parent: 'Su padre o madre',
      other: 'Reserva hecha por usted',
    },
    of: {
      child: (booker) => `Hijo o hija de ${booker}`,
      partner: (booker) => `Pareja de ${booker}`,
      parent: (booker) => `Padre o madre de ${booker}`,
      other: (booker) => `Reserva hecha por ${booker}`,
    },
  },
})
