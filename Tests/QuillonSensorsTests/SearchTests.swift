import QuillonSensors
import Testing

@Suite struct SearchTests {
  @Test func nothingAnswersOnNoBus() {
    var bus = NoBus()
    var search = ChipSearch()
    #expect(AnyChip<NoBMI270Configuration>.find(on: &bus, &search) == nil)
    #expect(search == ChipSearch())
  }
}
