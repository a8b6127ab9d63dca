/// True in a build whose assertions are on: `make test-bounds`. Tests of what comes from beyond a documented bound are left out there.
public let areAssertionsOn: Bool = {
  var areOn = false
  assert(
    {
      areOn = true
      return true
    }())
  return areOn
}()
