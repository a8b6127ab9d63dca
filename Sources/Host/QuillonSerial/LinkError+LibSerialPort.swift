import CQuillonSerialPort

extension LinkError {
  /// The error for a libserialport call that returned `code`. It reads `errno`, so create it before
  /// any other libserialport call on this thread.
  init(_ code: sp_return, operation: String) {
    switch code {
    case SP_ERR_ARG: self = .argument(operation: operation)
    case SP_ERR_MEM: self = .memory(operation: operation)
    case SP_ERR_SUPP: self = .unsupported(operation: operation)
    default: self = .failure(operation: operation, errno: sp_last_error_code())
    }
  }

  /// Throws unless `code` means success.
  static func check(_ code: sp_return, _ operation: String) throws(LinkError) {
    if code.rawValue < SP_OK.rawValue { throw LinkError(code, operation: operation) }
  }
}
