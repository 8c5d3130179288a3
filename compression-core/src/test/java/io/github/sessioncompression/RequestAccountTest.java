package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ViewAccount.RequestAccount;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestAccountTest {
    private static final Message A = Message.user("Does it rain?");
    private static final Message B = Message.assistant("It does.");
    private static final Message C = Message.user("Until when?");

    private final RequestAccount account = new RequestAccount();

    private RequestAccount.Sent next(List<Message> messages, int... costs) {
        return account.next(messages, costs, 50, 0);
    }

    @Test
    void firstRequestExcludesTokensCountedBefore() {
        assertThat(account.isSeen()).isFalse();
        assertThat(account.next(List.of(A, B), new int[] {10, 20}, 50, 25)).isEqualTo(new RequestAccount.Sent(55, 0));
        assertThat(account.isSeen()).isTrue();
        assertThat(account.next(List.of(A, B), new int[] {10, 20}, 50, 25)).isEqualTo(new RequestAccount.Sent(80, 80));
    }

    @Test
    void takesNothingForLessThanNothing() {
        assertThat(account.next(List.of(A), new int[] {10}, 0, 25)).isEqualTo(new RequestAccount.Sent(0, 0));
    }

    @Test
    void countsPrefixSharedWithPreviousRequest() {
        next(List.of(A, B), 10, 20);

        assertThat(next(List.of(A, B, C), 10, 20, 30)).isEqualTo(new RequestAccount.Sent(110, 80));
        assertThat(next(List.of(A, C, C), 10, 30, 30)).isEqualTo(new RequestAccount.Sent(120, 60));
        assertThat(next(List.of(B), 20)).isEqualTo(new RequestAccount.Sent(70, 50));
    }

    @Test
    void takesNothingForUnchangedBehindOtherTools() {
        next(List.of(A, B), 10, 20);

        assertThat(account.next(List.of(A, B), new int[] {10, 20}, 51, 0)).isEqualTo(new RequestAccount.Sent(81, 0));
    }

    @Test
    void forgetsTheRequestBeforeWhenTheConversationIsCleared() {
        next(List.of(A, B), 10, 20);
        account.clear();

        assertThat(next(List.of(A, B), 10, 20)).isEqualTo(new RequestAccount.Sent(80, 0));
    }
}
