/** Sentences of the contract's schemas and of single calls that no table of refusals holds. */
export const sentencesInSpanish: Record<string, string> = {
  // What zod says where a schema says nothing of its own: our forms do not let it come to that.
  'Invalid input': 'Este dato no es válido',

  'Please keep this under 200 characters': 'Escriba menos de 200 caracteres',
  'Please keep this under 2,000 characters': 'Escriba menos de 2,000 caracteres',
  'Please keep this under 5000 characters': 'Escriba menos de 5000 caracteres',
  'Please keep the name under 100 characters': 'Escriba un nombre de menos de 100 caracteres',
  'Please write the name without a link': 'Escriba el nombre sin enlaces',
  'Please leave out hidden characters': 'Quite los caracteres ocultos',
  'Please use at most 128 characters': 'Use 128 caracteres como máximo',
  'Please write at least 10 characters': 'Escriba al menos 10 caracteres',
  'Please choose 1 to 5 stars': 'Elija de 1 a 5 estrellas',
  'Please give your message a subject': 'Escriba el asunto de su mensaje',
  'Please write your message': 'Escriba su mensaje',
  'Please give a reason': 'Escriba el motivo',
  'Please give the address': 'Escriba la dirección',
  'Please give a phone number': 'Escriba un número de teléfono',
  'Please say when you are open': 'Escriba el horario de atención',
  'Please choose a specialty': 'Elija una especialidad',
  'Please upload the photo again': 'Vuelva a subir la foto',
  'Please choose one picture': 'Elija una sola imagen',
  'The picture did not arrive whole': 'La imagen no llegó completa',
  'Please send a form with the photo.': 'Envíe un formulario con la foto, por favor.',
  'A price is not below zero': 'El precio no puede ser menor que cero',
  'Write a time like 8:00 AM - 8:30 AM': 'Escriba la hora así: 8:00 AM - 8:30 AM',
  'Write at least two letters': 'Escriba al menos dos letras',
  'Write the month like 2022-06': 'Escriba el mes así: 2022-06',
  'Write the date like Jun 5, 2022 or 2022-06-05': 'Escriba la fecha así: Jun 5, 2022 o 2022-06-05',
  'Not a place in the list': 'Ese lugar de la lista no existe',
  'The body is not JSON.': 'El contenido no es JSON.',
  'Closed on this weekday': 'Cerrado este día de la semana',
  'Your card has insufficient funds.': 'La tarjeta no tiene fondos suficientes.',

  // Labels of test cards.
  Declined: 'Rechazada',
  'Insufficient funds': 'Fondos insuficientes',
  'Lost card': 'Tarjeta perdida',
  'Expired card': 'Tarjeta vencida',
  'Incorrect security code': 'Código de seguridad incorrecto',
  'Processing error': 'Error de procesamiento',
  '3-D Secure, every time': '3-D Secure, siempre',

  // Why a refund failed.
  'the provider refused it': 'el proveedor lo rechazó',

  // better-auth's, as our screens come to show them.
  'Invalid email or password': 'El correo electrónico o la contraseña no son correctos',
  'User already exists. Use another email.':
    'Ya hay una cuenta con este correo electrónico. Use otro.',
  'User already exists.': 'Ya hay una cuenta con este correo electrónico.',
  'Invalid token': 'Este enlace ya no es válido',
  'Token expired': 'Este enlace ya venció',
  'Password too short': 'La contraseña es demasiado corta',
  'Password too long': 'La contraseña es demasiado larga',
  'Invalid email': 'Escriba un correo electrónico válido',
  'Email is already verified': 'El correo electrónico ya está confirmado',
  'Google cannot be reached just now. Please try again shortly.':
    'No podemos comunicarnos con Google en este momento. Inténtelo de nuevo en breve, por favor.',
}
