// Letters in the air with an MPU-6050 on Wire and a button between pin 2 and ground. Hold the board still for a second after the
// start. Then press the button, write a capital letter, and let go.
#include <QuillonMPU6050.h>

static QuillonMPU6050 sensor;
static quillon_recognizer recognizer;  // 11 KB, on an ESP32 14 KB

// Returns the result of a call; prints an error and stops.
static int32_t check(int32_t result) {
  while (result < QUILLON_OK) {
    Serial.println(quillon_error_text(result));
    delay(1000);
  }
  return result;
}

void setup() {
  Serial.begin(115200);
  pinMode(2, INPUT_PULLUP);
  while (!sensor.begin()) {
    Serial.println("no MPU-6050 at 0x68: check the wires");
    delay(1000);
  }
  uint32_t modelSize;
  const void *model = quillon_model_air(&modelSize);
  check(quillon_recognizer_init(&recognizer, sizeof recognizer, model, modelSize));
}

void loop() {
  quillon_sample sample;
  if (!sensor.sample(sample, digitalRead(2) == LOW)) return;
  quillon_event event;
  if (check(quillon_recognizer_push(&recognizer, &sample, &event)) != QUILLON_EVENT) return;
  if (event.kind != QUILLON_CLASSIFICATION) return;
  char label[24];
  check(quillon_recognizer_label(&recognizer, event.label, label, sizeof label));
  Serial.print(label);
  Serial.print("  margin ");
  Serial.println(quillon_score(event.margin));
}
