import { encode } from 'uqr'

/** A QR code as an SVG path, one unit per module, including the quiet zone. */
export interface QrCode {
  path: string
  size: number
}

export function qrCode(text: string, { border = 2, ecc = 'L' as 'L' | 'M' } = {}): QrCode {
  const { data, size } = encode(text, { border, ecc })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}

/** As required by the EPC guidelines: error correction level M and a quiet zone of four modules. */
export const paymentQrCode = (payload: string): QrCode => qrCode(payload, { border: 4, ecc: 'M' })
