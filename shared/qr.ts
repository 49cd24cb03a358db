import { encode } from 'uqr'

/** A QR code as the path of a picture: one unit for each of its squares, the quiet margin included. */
export interface QrCode {
  path: string
  size: number
}

export function qrCode(text: string, { border = 2, ecc = 'L' as 'L' | 'M' } = {}): QrCode {
  const { data, size } = encode(text, { border, ecc })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}

/** As the payments' guideline wants it: error correction M, four squares of quiet around. */
export const paymentQrCode = (payload: string): QrCode => qrCode(payload, { border: 4, ecc: 'M' })
